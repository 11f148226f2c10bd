import { useRef, useState, type KeyboardEvent } from 'react';
import { Button, mergeClasses } from '@fluentui/react-components';
import { AddRegular, EyeOffRegular, ReOrderDotsVerticalRegular } from '@fluentui/react-icons';
import { movedTile, shownTiles, withTile, type HomeLayout, type HomeTile } from '../../../domain/homeTiles.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ActivityTile } from './ActivityTile.tsx';
import { TileBody, TileHead } from './Tile.tsx';
import { useTileStyles } from './tileStyles.ts';
import { TILE_TITLES } from './tileTexts.ts';
import type { Tiles } from './useTiles.ts';

interface TileGridProps {
  tiles: Tiles;
  layout: HomeLayout;
  /** Whether the person is rearranging the tiles. */
  arranging: boolean;
  onArrange: (layout: HomeLayout) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The tiles in the person's order. In arrange mode, the person can move them by dragging or with the arrow keys on
 * their handles, and hide them.
 */
export function TileGrid({ tiles: { contents, activity, read }, layout, arranging, onArrange }: TileGridProps) {
  const styles = useTileStyles();
  const [dragged, setDragged] = useState<HomeTile | null>(null);
  const [over, setOver] = useState<HomeTile | null>(null);
  const [said, setSaid] = useState('');
  const section = useRef<HTMLDivElement>(null);
  const available = new Set(contents.keys());
  const shown = shownTiles(layout, available);
  const hidden = layout.hidden.filter(tile => available.has(tile));
  const missing = !read.loading && read.data === null;

  /** Focuses a control once it is in the document. Without this, the focus of a removed or moved control is lost. */
  const focusOn = (selector: string): void => {
    requestAnimationFrame(() => section.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  const move = (tile: HomeTile, to: number): void => {
    const next = movedTile(layout, shown, tile, to);
    if (next === layout) return;
    onArrange(next);
    const at = shownTiles(next, available).indexOf(tile) + 1;
    setSaid(`${TILE_TITLES[tile]} is now ${at} of ${shown.length}.`);
  };
  const onKeyDown = (event: KeyboardEvent, tile: HomeTile): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(tile, shown.indexOf(tile) + step);
    focusOn(`[data-handle="${tile}"]`);
  };
  const hide = (tile: HomeTile): void => {
    const at = shown.indexOf(tile);
    const next = shown[at + 1] ?? shown[at - 1];
    onArrange(withTile(layout, tile, false));
    setSaid(`${TILE_TITLES[tile]} is hidden.`);
    focusOn(next === undefined ? `[data-show="${tile}"]` : `[data-hide="${next}"]`);
  };
  const show = (tile: HomeTile): void => {
    onArrange(withTile(layout, tile, true));
    setSaid(`${TILE_TITLES[tile]} is shown.`);
    focusOn(`[data-handle="${tile}"]`);
  };
  const drop = (onto: HomeTile): void => {
    if (dragged) move(dragged, shown.indexOf(onto));
    setDragged(null);
    setOver(null);
  };

  return (
    <div className={styles.section} ref={section}>
      {arranging && (
        <div className={styles.bar}>
          <span>Drag a tile to move it, or select its handle and press the arrow keys.</span>
          {hidden.map(tile => (
            <Button
              key={tile}
              size="small"
              icon={<AddRegular />}
              data-show={tile}
              onClick={() => show(tile)}
              aria-label={`Show ${TILE_TITLES[tile]}`}
            >
              {TILE_TITLES[tile]}
            </Button>
          ))}
        </div>
      )}
      <output className={styles.said}>{said}</output>
      {shown.length === 0 && (
        <EmptyState
          icon={<EyeOffRegular />}
          title="All tiles are hidden"
          hint={arranging ? 'Choose which tiles to show above.' : 'Press Arrange to show some.'}
        />
      )}
      <ul className={styles.grid} aria-label="Tiles">
        {shown.map(tile => {
          const content = contents.get(tile) ?? null;
          const isActivity = tile === 'activity';
          const isTall = (content?.items.length ?? 0) > 1 || (tile === 'offline' && content !== null);
          return (
            // Dragging is an alternative to the keys on the handle.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={tile}
              className={mergeClasses(isActivity ? styles.wide : isTall && styles.tall)}
              aria-labelledby={`home-tile-${tile}`}
              draggable={arranging}
              onDragStart={event => {
                event.dataTransfer.setData('text/plain', tile);
                event.dataTransfer.effectAllowed = 'move';
                setDragged(tile);
              }}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
              onDragOver={event => {
                if (dragged === null) return;
                event.preventDefault();
                setOver(tile);
              }}
              onDrop={event => {
                event.preventDefault();
                drop(tile);
              }}
            >
              <div
                className={mergeClasses(
                  styles.tile,
                  arranging && styles.arranged,
                  dragged === tile && styles.dragged,
                  over === tile && dragged !== tile && styles.target,
                )}
              >
                <TileHead tile={tile} {...(content ? { tone: content.tone } : {})}>
                  {arranging && (
                    <span className={styles.handles}>
                      <Button
                        size="small"
                        appearance="subtle"
                        icon={<ReOrderDotsVerticalRegular />}
                        data-handle={tile}
                        aria-label={`Move ${TILE_TITLES[tile]}: arrow keys`}
                        onKeyDown={event => onKeyDown(event, tile)}
                      />
                      <Button
                        size="small"
                        appearance="subtle"
                        icon={<EyeOffRegular />}
                        aria-label={`Hide ${TILE_TITLES[tile]}`}
                        data-hide={tile}
                        onClick={() => hide(tile)}
                      />
                    </span>
                  )}
                </TileHead>
                {isActivity && activity ? (
                  <ActivityTile days={activity} />
                ) : (
                  <TileBody content={content} missing={missing} />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
