import { describe, expect, it } from 'vitest';
import { ApiError } from '../../base/envelope.ts';
import { LIMITS } from '../../base/limits.ts';
import { OpenStreams } from './streams.ts';

describe('limiting the open event streams of a process', () => {
  const world = () => {
    let now = 0;
    const streams = new OpenStreams(() => now);
    const closed: string[] = [];
    const add = (userId: number, name: string, session = name) =>
      streams.add({ userId, session, closeFor: reason => closed.push(`${name} ${reason}`) });
    return { streams, closed, add, pass: (millis: number) => (now += millis) };
  };

  it('a person who exceeds the stream limit loses their oldest stream, and other people’s streams stay open', () => {
    const { streams, closed, add } = world();
    add(2, 'other');
    for (let at = 0; at < LIMITS.streamsPerPerson + 2; at++) add(1, `own ${at}`);
    expect(closed).toEqual(['own 0 tooMany', 'own 1 tooMany']);
    expect(streams.count).toBe(LIMITS.streamsPerPerson + 1);
  });

  it('closed streams no longer count toward the limit', () => {
    const { streams, closed, add } = world();
    for (let at = 0; at < LIMITS.streamsPerSession * 3; at++) add(1, `own ${at}`, 'one session')();
    expect([closed, streams.count]).toEqual([[], 0]);
  });

  it('a person whose streams keep closing one another is refused for a minute', () => {
    const { add, pass } = world();
    const open = (count: number) => {
      for (let at = 0; at < count; at++) add(1, `own ${at}`);
    };
    open(LIMITS.streamsPerPerson + LIMITS.streamsClosedPerMinute);
    expect(() => open(1)).toThrow(ApiError);
    expect(() => add(2, 'other')).not.toThrow();
    pass(60_001);
    expect(() => open(1)).not.toThrow();
  });

  it('a person without a stream is refused if the process has too many streams', () => {
    const { add } = world();
    for (let at = 0; at < LIMITS.streamsPerProcess; at++) add(Math.floor(at / LIMITS.streamsPerPerson), `one ${at}`);
    expect(() => add(-1, 'late')).toThrow(/Too many consoles are open on this server/);
  });
});
