import { OWNERS } from '../../contract/owner.ts';
import type { OwnerValues } from '../mirror/owners.ts';
import type { DeclaredCollection, CachedColumnView } from '../../contract/cached.ts';
import type { Row } from '../types.ts';
import { ColumnTable, type Column, type Condition } from './columnTable.ts';
import type { CachedColumns } from '../mirror/cachedColumns.ts';
import type { CachedQuestion } from './cachedQuestion.ts';
import type { PlaceIndex } from './placeIndex.ts';
import { TextValues } from './textValues.ts';

/** A place's names by level. */
const PLACE_LEVELS = ['state', 'city', 'district', 'street'] as const;
/** List columns with the same value in all rows of an owner: sorting by them keeps the default order. */
const SAME: readonly string[] = Object.values(OWNERS).flatMap(({ field, nameField }) =>
  field === null ? [] : [field, nameField ?? field],
);

/** A cached set joined with its place names from the tree, as one table to filter and sort. */
export class CachedTable {
  private readonly columns: CachedColumns;
  private readonly declaration: DeclaredCollection;
  private readonly table: ColumnTable;
  private places: PlaceIndex;
  private revision = -1;
  private layout = -1;
  /** For each column of location ids: the rows' places, and the codes of their names by level. */
  private readonly rowPlaces = new Map<string, Int32Array>();
  private readonly codes = new Map<string, Int32Array>();
  private readonly texts = new Map<string, TextValues>();

  constructor(columns: CachedColumns, places: PlaceIndex) {
    this.columns = columns;
    this.declaration = columns.declaration;
    this.places = places;
    this.table = new ColumnTable({
      get length() {
        return columns.length;
      },
      column: name => this.column(name),
    });
  }

  /** Positions of a request's page, and the exact number of matches. */
  page(
    question: Pick<CachedQuestion, 'page' | 'count' | 'sort' | 'where'>,
    places: PlaceIndex,
  ): { total: number; positions: number[] } {
    this.bringUp(places);
    const { page, count, sort } = question;
    const isSame = SAME.includes(sort?.column ?? '') && !Object.hasOwn(this.declaration.columns, sort?.column ?? '');
    const by = isSame ? null : sort;
    const { where, within } = this.narrowed(question.where);
    return this.table.page(where, by, (page - 1) * count, count, within);
  }

  /**
   * Rows with the same value in the first column of the order are contiguous, so they are found without checking each
   * row.
   */
  private narrowed(where: readonly Condition[]): { where: readonly Condition[]; within: [number, number] } {
    const [first] = this.declaration.order;
    for (const condition of where) {
      if ('any' in condition || condition.is !== 'equal' || condition.column !== first) continue;
      if (!('value' in condition) || typeof condition.value !== 'number') continue;
      return { where: where.filter(other => other !== condition), within: this.columns.within(condition.value) };
    }
    return { where, within: [0, this.columns.length] };
  }

  private bringUp(places: PlaceIndex): void {
    const { revision, layout } = this.columns;
    if (this.revision !== revision || this.places !== places) this.table.changed();
    if (this.layout !== layout || this.places !== places) {
      this.rowPlaces.clear();
      this.codes.clear();
    }
    this.places = places;
    this.revision = revision;
    this.layout = layout;
  }

  private column(name: string): Column | undefined {
    const { columns, declaration } = this;
    const view = declaration.views[name] ?? declaration.marks[name];
    if (view) return this.view(view);
    const kind = columns.kindOf(name);
    if (kind === undefined) return undefined;
    if (kind === 'text') return { kind, texts: this.textsOf(name), codes: columns.numbers(name) as Int32Array };
    return { kind: 'number', values: columns.numbers(name) };
  }

  private view(view: CachedColumnView): Column {
    const { columns, places } = this;
    if ('mask' in view) return { kind: 'bits', values: columns.numbers(view.of) as Uint8Array, mask: view.mask };
    const key = `${view.of} ${view.level}`;
    let codes = this.codes.get(key);
    if (!codes) {
      const rowPlaces = this.rowPlaces.get(view.of) ?? places.placesOf(columns.numbers(view.of));
      this.rowPlaces.set(view.of, rowPlaces);
      codes = places.codesAt(view.level, rowPlaces);
      this.codes.set(key, codes);
    }
    return { kind: 'text', texts: places.namesAt(view.level).texts, codes };
  }

  private textsOf(name: string): TextValues {
    const texts = this.columns.texts(name);
    const known = this.texts.get(name);
    // The list of strings only grows, so an equal count means that it is unchanged.
    if (known?.size === texts.length) return known;
    const made = new TextValues(texts.slice());
    this.texts.set(name, made);
    return made;
  }
}

/** A cached row in the format of the list call, with its owner: `R` is the call's row type. */
export function cachedRow<R extends object = Row>(
  columns: CachedColumns,
  places: PlaceIndex,
  position: number,
  owner: OwnerValues,
): R {
  const cached = columns.at(position);
  const row: Row = { ...owner, ...cached };
  const named = new Map<string, ReturnType<PlaceIndex['namesOf']>>();
  for (const [field, view] of Object.entries(columns.declaration.views)) {
    const value = cached[view.of] as number;
    if ('mask' in view) {
      row[field] = (value & view.mask) !== 0;
      // The call's row has a separate field for each flag.
      delete row[view.of];
      continue;
    }
    const names = named.get(view.of) ?? places.namesOf(value);
    named.set(view.of, names);
    row[field] = names[PLACE_LEVELS[view.level]];
  }
  return row as R;
}
