import { describe, expect, it } from 'vitest';
import { FILE_LIMIT } from '../../contract/files.ts';
import { IMPORT_FILES } from '../../contract/imports/calls.ts';
import { leftText, takeFiles } from './takeFiles.ts';

const file = (name: string, size = 10) => ({ name, size });

describe('file selection', () => {
  it('selecting several files shows a warning if only one is accepted (UPLOAD-3, UPLOAD-4)', () => {
    const warning = 'Only support importing single file';
    expect(takeFiles([file('a'), file('b')], [], false)).toEqual({ take: [], warning, error: null, left: [] });
    expect(takeFiles([file('b')], ['a'], false)).toEqual({ take: [], warning, error: null, left: [] });
    expect(takeFiles([file('a')], [], false).take).toHaveLength(1);
  });

  it('serviceable-area imports accept several files (UPLOAD-5)', () => {
    expect(takeFiles([file('a'), file('b')], ['c'], true).take).toHaveLength(2);
  });

  it('a file of 30 MB is rejected, and one that is a byte smaller is accepted (UPLOAD-6)', () => {
    const { take, error, left } = takeFiles([file('a', FILE_LIMIT), file('b', FILE_LIMIT - 1)], [], true);
    expect(error).toBe('File size must be less than 30M');
    expect(take.map(({ name }) => name)).toEqual(['b']);
    // If there are several files, the message lists the rejected ones.
    expect(leftText(left)).toBe('Refused: a');
  });

  it('a file whose name was already added is rejected', () => {
    const { take, error } = takeFiles([file('a'), file('a')], [], true);
    expect(take).toHaveLength(1);
    expect(error).toMatch(/"a" was already added/);
  });

  it('the number of files, including those selected earlier, is limited to the number that the call accepts', () => {
    const many = Array.from({ length: IMPORT_FILES }, (_, at) => file(`f${at}`));
    const { take, error, left } = takeFiles(many, ['there', 'too'], true);
    expect(take).toHaveLength(IMPORT_FILES - 2);
    expect(error).toMatch(/at most 20 files/);
    expect(left).toEqual(['f18', 'f19']);
    expect(takeFiles(many, [], true).error).toBeNull();
    expect(leftText(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('Refused: a, b, c, d, e and 2 more');
  });
});
