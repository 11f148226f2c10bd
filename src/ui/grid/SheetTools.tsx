import { useState, type Ref } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  ArrowDownRegular,
  ArrowRedoRegular,
  ArrowRightRegular,
  ArrowUndoRegular,
  ChevronDownRegular,
  ChevronUpRegular,
  DeleteRegular,
} from '@fluentui/react-icons';
import { PlainInput } from '../PlainInput.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  grow: { flexGrow: 1 },
  find: { width: '180px' },
  found: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

interface SheetToolsProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  editable: boolean;
  onUndo: (() => void) | undefined;
  onRedo: (() => void) | undefined;
  onFillDown?: () => void;
  onFillRight?: () => void;
  onRemoveRows?: () => void;
  /** Moves to the next cell that contains the search text; returns its row, column and content, or null if there is none. */
  onFind: (text: string, backwards: boolean) => string | null;
  onLeaveFind: () => void;
}

/** The buttons of a spreadsheet grid, each labeled with its keyboard shortcut, and the search. */
export function SheetTools(props: SheetToolsProps) {
  const { ref, label, editable, onUndo, onRedo, onFillDown, onFillRight, onRemoveRows, onFind, onLeaveFind } = props;
  const styles = useStyles();
  const [text, setText] = useState('');
  const [found, setFound] = useState('');
  const find = (backwards: boolean) =>
    setFound(text.trim() === '' ? '' : (onFind(text, backwards) ?? 'No cell contains this text'));
  const tool = (words: string, icon: React.ReactElement, onClick: (() => void) | undefined) => (
    <Button
      size="small"
      appearance="subtle"
      icon={icon}
      disabled={!onClick}
      title={words}
      aria-label={words}
      {...(onClick ? { onClick } : {})}
    />
  );
  return (
    <div role="toolbar" aria-label={`Tools for ${label}`} className={styles.root}>
      {editable && (
        <>
          {tool('Undo (Ctrl+Z)', <ArrowUndoRegular />, onUndo)}
          {tool('Redo (Ctrl+Y)', <ArrowRedoRegular />, onRedo)}
          {tool('Fill down (Ctrl+D)', <ArrowDownRegular />, onFillDown)}
          {tool('Fill right (Ctrl+R)', <ArrowRightRegular />, onFillRight)}
          {onRemoveRows && tool('Remove the selected rows', <DeleteRegular />, onRemoveRows)}
        </>
      )}
      <span className={styles.grow} />
      {/* The focus stays in the search, so this is how a screen reader says where it went. */}
      <output className={styles.found}>{found}</output>
      <PlainInput
        ref={ref}
        small
        className={styles.find}
        type="search"
        aria-label={`Find in ${label}`}
        placeholder="Find (Ctrl+F)"
        value={text}
        onText={next => {
          setText(next);
          setFound('');
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault();
            find(event.shiftKey);
          } else if (event.key === 'Escape') {
            event.preventDefault();
            onLeaveFind();
          }
        }}
      />
      {tool('Find previous (Shift+Enter)', <ChevronUpRegular />, () => find(true))}
      {tool('Find next (Enter)', <ChevronDownRegular />, () => find(false))}
    </div>
  );
}
