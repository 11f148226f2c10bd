import type { BrandVariants } from '@fluentui/react-components';

/**
 * The console's brand ramp: a calm teal-blue in even steps of perceived lightness. Contrast on white: 6.5:1 for 80 and
 * 8.0:1 for 70; on the dark theme's surface (#292929): 5.2:1 for 110 and more for 120, which is why text in the dark
 * theme uses those two.
 */
export const brand: BrandVariants = {
  10: '#00121e',
  20: '#001e2c',
  30: '#00293a',
  40: '#003649',
  50: '#004156',
  60: '#004d64',
  70: '#035871',
  80: '#016681',
  90: '#027894',
  100: '#1a91b0',
  110: '#45a6c1',
  120: '#65b8cf',
  130: '#83c9db',
  140: '#a0d9e7',
  150: '#bee8f2',
  160: '#daf6fc',
};
