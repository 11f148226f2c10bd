import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

const VALUE = { backgroundColor: tokens.colorCompoundBrandBackground, borderRadius: tokens.borderRadiusMedium };

const useStyles = makeStyles({
  root: {
    appearance: 'none',
    display: 'block',
    width: '100%',
    height: '2px',
    border: 'none',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground6,
    '::-webkit-progress-bar': { backgroundColor: 'transparent' },
    '::-webkit-progress-value': VALUE,
    '::-moz-progress-bar': VALUE,
    ':indeterminate': {
      backgroundImage: `linear-gradient(${tokens.colorCompoundBrandBackground}, ${tokens.colorCompoundBrandBackground})`,
      backgroundRepeat: 'no-repeat',
      backgroundSize: '25% 100%',
      animationName: { from: { backgroundPositionX: '-33.4%' }, to: { backgroundPositionX: '133.4%' } },
      animationDuration: '3s',
      animationTimingFunction: 'steps(30)',
      animationIterationCount: 'infinite',
    },
    ':indeterminate::-moz-progress-bar': { backgroundColor: 'transparent' },
    '@media (forced-colors: active)': { appearance: 'auto', height: '8px', animationName: 'none' },
  },
});

interface ProgressBarProps {
  /** What is in progress, unless the surrounding text says so. */
  'aria-label'?: string;
  /** How much is done, out of `max`; if omitted, the bar keeps moving. */
  value?: number;
  /** Defaults to 1. */
  max?: number;
  className?: string;
}

/**
 * A progress bar. Fluent's redraws at 60 frames per second while the amount of work is unknown, which occupied two
 * cores on a computer without a graphics processor for as long as a person waited. This one moves ten times per second.
 */
export function ProgressBar({ className, ...props }: ProgressBarProps) {
  return <progress {...props} className={mergeClasses(useStyles().root, className)} />;
}
