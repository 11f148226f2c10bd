import { describe, expect, it } from 'vitest';
import type { SyncStatus } from '../../sync/types.ts';
import { mirrorText, queueText } from './homeTexts.ts';

const status = (over: Partial<SyncStatus>): SyncStatus => ({
  network: 'online',
  signedOut: false,
  counted: true,
  waiting: 0,
  held: 0,
  needsYou: 0,
  mirror: 'ready',
  mirrorProgress: 1,
  ...over,
});

describe('the home page', () => {
  it('says how the queue stands, what a person must do first', () => {
    expect(queueText(status({})).title).toBe('Nothing waits');
    expect(queueText(status({ counted: false })).title).toBe('Reading your changes');
    expect(queueText(status({ waiting: 1 }))).toMatchObject({ title: '1 change on the way', tone: 'waiting' });
    expect(queueText(status({ waiting: 2, network: 'offline' })).title).toBe('2 changes waiting');
    expect(queueText(status({ waiting: 1, network: 'unknown' })).title).toBe('1 change waiting');
    expect(queueText(status({ waiting: 41, held: 41 })).title).toBe('41 changes wait for your go');
    expect(queueText(status({ waiting: 3, needsYou: 1 }))).toMatchObject({
      title: '1 change needs you',
      tone: 'attention',
    });
    expect(queueText(status({ waiting: 1, signedOut: true })).detail).toMatch(/Sign in/);
  });

  it('says what is held for offline work, and never more than is', () => {
    expect(mirrorText(status({})).tone).toBe('fine');
    expect(mirrorText(status({ mirror: 'loading', mirrorProgress: 0.999 })).title).toContain('99 %');
    expect(mirrorText(status({ mirror: 'empty', network: 'offline' })).title).toBe('Not ready for offline work');
    expect(mirrorText(status({ mirror: 'empty' })).tone).toBe('waiting');
  });
});
