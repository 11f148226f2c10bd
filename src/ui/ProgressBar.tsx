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
  /** Describes the work in progress; may be omitted if the surrounding text does. */
  'aria-label'?: string;
  /** The completed part of `max`; if omitted, the bar moves continuously. */
  value?: number;
  /** The total amount of work; 1 by default. */
  max?: number;
  className?: string;
}

/**
 * A progress bar that moves only ten times per second. If the amount of work is unknown, Fluent's progress bar redraws
 * 60 times per second; on computers without a GPU, this kept two cores busy until the work was done.
 */
export function ProgressBar({ className, ...props }: ProgressBarProps) {
  return <progress {...props} className={mergeClasses(useStyles().root, className)} />;
}
