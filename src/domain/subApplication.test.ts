import { describe, expect, it } from 'vitest';
import { deployedAt, filesOf, readManifest } from './subApplication.ts';

const GOOD = {
  contract: 1,
  name: 'Billing',
  module: 'opsbms',
  version: '1.2.0',
  release_time: 1_790_000_000,
  entry: 'main-1a2b3c4d.js',
  css: ['main-5e6f7a8b.css'],
  files: ['main-1a2b3c4d.js', 'parts/more-11223344.js'],
};

const NO_FILE = ', which is not the name of a file in its folder (letters a to z, digits and @ . _ ~ -)';

describe('the manifest of a sub-application', () => {
  it('a complete manifest is parsed, and each of its files is listed once', () => {
    expect(readManifest(GOOD, 'opsbms')).toEqual(GOOD);
    expect(filesOf(readManifest(GOOD, 'opsbms') as typeof GOOD)).toEqual([
      'main-1a2b3c4d.js',
      'main-5e6f7a8b.css',
      'parts/more-11223344.js',
    ]);
    expect(deployedAt('opsfe/lfs', 'manifest.json')).toBe('/static/opsfe/lfs/manifest.json');
  });

  it('a manifest may omit css and files, and may have a later contract version', () => {
    const { css: _, files: __, ...rest } = GOOD;
    expect(readManifest({ ...rest, contract: 2 }, 'opsbms')).toMatchObject({ contract: 2, css: [], files: [] });
  });

  it('a manifest of a later contract is recognized by its contract, whatever else it contains', () => {
    const later = { contract: 2, name: 'Billing', modules: [{ entry: 'a.js' }] };
    expect(readManifest(later, 'opsbms')).toMatchObject({
      contract: 2,
      name: 'Billing',
      module: 'opsbms',
      version: '',
    });
    expect(readManifest({ contract: 3, name: 7 }, 'opsbms')).toMatchObject({ contract: 3, name: 'opsbms' });
  });

  it('a manifest may contain any value in any field, without limit', () => {
    expect(readManifest({ ...GOOD, module: { toString: 1, valueOf: 1 } }, 'opsbms')).toBe(
      'module is {"toString":1,"valueOf":1}, but it is deployed as opsbms',
    );
    const problem = readManifest({ ...GOOD, module: '\u{1F69A}'.repeat(100_000) }, 'opsbms');
    expect(problem).toMatch(/^module is "\u{1F69A}+…, but it is deployed as opsbms$/u);
    expect(String(problem).length).toBeLessThan(160);
    expect(readManifest({ ...GOOD, module: undefined }, 'opsbms')).toContain('module is missing, but');
  });

  it.each([
    [null, 'it is not an object'],
    [[], 'it is not an object'],
    [{ ...GOOD, contract: '1' }, 'contract is not a whole number of 1 or more'],
    [{ ...GOOD, contract: 0 }, 'contract is not a whole number of 1 or more'],
    [{ ...GOOD, name: ' ' }, 'name is not a text of 1 to 100 characters'],
    [{ ...GOOD, module: 'opsrate' }, 'module is "opsrate", but it is deployed as opsbms'],
    [{ ...GOOD, version: undefined }, 'version is not a text of 1 to 100 characters'],
    [{ ...GOOD, release_time: 1.5 }, 'release_time is not a time in seconds'],
    [{ ...GOOD, entry: '../main.js' }, `entry is "../main.js"${NO_FILE}`],
    [{ ...GOOD, entry: '/main.js' }, `entry is "/main.js"${NO_FILE}`],
    [{ ...GOOD, entry: 'https://elsewhere.example/a.js' }, `entry is "https://elsewhere.example/a.js"${NO_FILE}`],
    [{ ...GOOD, css: ['a/../../b.css'] }, `css lists "a/../../b.css"${NO_FILE}`],
    [{ ...GOOD, files: 'main.js' }, 'files is not a list'],
    [{ ...GOOD, files: ['main.js', 'größe.js'] }, `files lists "größe.js"${NO_FILE}`],
    [{ ...GOOD, files: ['main.js', undefined] }, `files lists missing${NO_FILE}`],
    [{ ...GOOD, files: Array<string>(501).fill('a.js') }, 'files lists more than 500 files'],
  ])('the manifest %j is refused: %s', (value, problem) => {
    expect(readManifest(value, 'opsbms')).toBe(problem);
  });
});
