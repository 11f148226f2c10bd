import { useId } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { MatchedAddress } from '../../../sync/hooks/useServiceChecks.ts';
import { PlainInput } from '../../../ui/PlainInput.tsx';
import { useLinkStyles } from '../../../ui/linkStyles.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { notHere } from '../../../ui/OwnerSelect.tsx';
import { addressText } from '../../shared/recordLine.ts';
import { placeText } from '../../shared/recordWords.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  found: {
    minHeight: tokens.lineHeightBase200,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  warning: { color: tokens.colorStatusWarningForeground3 },
  clear: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: '24px',
    minHeight: '24px',
    padding: 0,
    '@media (max-width: 639px)': {
      minWidth: '40px',
      minHeight: '40px',
      marginInlineEnd: `calc(-1 * ${tokens.spacingHorizontalM})`,
    },
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    cursor: 'pointer',
  },
});

interface AddressInputProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** The interpretation of the address; null if the places are not cached, undefined during the lookup. */
  match: MatchedAddress | null | undefined;
}

/** An address as a person would write it, and its interpretation. */
export function AddressInput({ label, placeholder, text, onText, match }: AddressInputProps) {
  const styles = useStyles();
  const links = useLinkStyles();
  const id = useId();
  const { online } = useUi();
  const typed = text.trim() !== '';
  const postcode =
    match && match.postcode !== ''
      ? `postcode ${match.postcode}${match.postcodeFrom === 'place' ? ' of the place' : ''}`
      : '';
  return (
    <div className={styles.root}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <PlainInput
        id={id}
        value={text}
        placeholder={placeholder}
        aria-describedby={`${id}found`}
        autoComplete="off"
        spellCheck={false}
        onText={onText}
        after={
          text !== '' && (
            <button type="button" className={styles.clear} aria-label={`Clear ${label}`} onClick={() => onText('')}>
              <DismissRegular aria-hidden />
            </button>
          )
        }
      />
      <output id={`${id}found`} className={styles.found}>
        {typed && match === undefined && 'Searching ...'}
        {typed && match === null && (online ? 'Waiting for the places of this country.' : notHere('places'))}
        {typed && match && (
          <>
            {match.locationId === 0 && postcode === '' && (
              <span className={styles.warning}>
                No place in this country has that name. Name its district and city, as in &quot;Coblong, Bandung&quot;.
              </span>
            )}
            {match.locationId !== 0 && `${placeText(match.names)} (${match.locationId})`}
            {match.locationId !== 0 && postcode !== '' && ', '}
            {postcode}
            {match.unmatched.length > 0 && (match.locationId !== 0 || postcode !== '') && (
              <span className={styles.warning}> Not used: {match.unmatched.join(', ')}.</span>
            )}
            {match.corrected.length > 0 && (
              <span className={styles.warning}> Interpreted as a misspelled name: {match.corrected.join(', ')}.</span>
            )}
            {match.alternatives.length > 0 && (
              <>
                {' '}
                It may also be{' '}
                {match.alternatives.map(({ locationId, names }, at) => (
                  <span key={locationId}>
                    {at > 0 && ', or '}
                    <button type="button" className={links.link} onClick={() => onText(String(locationId))}>
                      {addressText(names)}
                    </button>
                  </span>
                ))}
                .
              </>
            )}
          </>
        )}
      </output>
    </div>
  );
}
