import { afterAll, beforeAll, expect, it } from 'vitest';
import { areasCsv, callImport, importFile, uploadForm } from '../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';

const { first } = CHANNEL;

describeOnEach('the review of an import', kind => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  it('adding deleted records again requires a review only if a colleague deleted them', async () => {
    const [editor, admin] = [await world.as('id.editor'), await world.as('admin')];
    const { cursor: since } = await editor.data<{ cursor: string }>('/v2/ops/changes?entity=ID');
    const remove = async (by: Caller): Promise<void> => {
      await by.data('/channelLocationService/delete', {
        body: { channel_id: first, applicable_type: 0, location_id: STREET },
      });
      const gone = areasCsv([[first, 'Standard', STREET + 1, 'No', 'No', 'No', 'No', -1]]);
      expect(await importFile(by, gone)).toMatchObject({ counts: { removed: 1 } });
    };
    const both = areasCsv([STREET, STREET + 1].map(at => [first, 'Standard', at, 'Yes', 'No', 'Yes', 'No', 1]));
    const add = async () =>
      (await callImport(editor, { fileUrlList: [await uploadForm(editor, both)], since })).body.data;

    await remove(editor);
    expect(await add()).toMatchObject({ state: 'applied', counts: { added: 2 } });
    // The records exist again, and this time, a colleague deletes them. That the person once deleted them, too, must
    // not hide this.
    await remove(admin);
    expect(await add()).toMatchObject({
      state: 'review',
      review: { total: 2, rows: [{ change: 'added', current: null }, { current: null }] },
    });
  });

  it('a review is required if the files cannot be compared, unless nothing would change', async () => {
    const editor = await world.as('id.editor');
    const flags = (value: 'Yes' | 'No') => [value, value, value, value];
    const file = (value: 'Yes' | 'No') => areasCsv([[first, 'Standard', STREET, ...flags(value), 1]]);
    await importFile(editor, file('Yes'));
    const url = await uploadForm(editor, file('No'));
    const asked = (await callImport(editor, { fileUrlList: [url], since: '' })).body.data;
    expect(asked).toMatchObject({ state: 'review', review: { total: 0, rows: [] }, counts: { changed: 1 } });
    const since = asked?.review?.since ?? '';
    const done = (await callImport(editor, { fileUrlList: [url], since })).body.data;
    expect(done).toMatchObject({ state: 'applied', counts: { changed: 1 } });
    const same = await uploadForm(editor, Buffer.concat([file('No'), Buffer.from('\n')]));
    const nothing = (await callImport(editor, { fileUrlList: [same], since: '' })).body.data;
    expect(nothing).toMatchObject({
      state: 'applied',
      repeated: false,
      counts: { added: 0, changed: 0, removed: 0 },
    });
  });
});
