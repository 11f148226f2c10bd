import { afterAll, describe, expect, it } from 'vitest';
import { ReaderEnded, type ImportReader } from '../imports/reader/process.ts';
import { createRenderer } from '../imports/reader/renderer.ts';
import { plainText, RendererBusy } from './template.ts';

const KNOWN = ['channelId', 'channel', 'count', 'more'];
const VALUES = { channelId: 10021, channel: '<b>Pos</b> & "more"', count: 3, more: 2 };

describe('rendering notification templates in the reader process', () => {
  const renderer = createRenderer();
  afterAll(() => renderer.close());
  const problem = (body: string) => renderer.problem({ subject: 'x', body }, KNOWN);
  const render = (body: string) => renderer.render({ subject: '{{ channel }}', body }, VALUES);

  it('a template with a variable that its event does not have cannot be saved', async () => {
    expect(await problem('{{ channel }} {{ channelId | plus: 1 }}')).toBeNull();
    expect(await problem('{{ channel.nmae }}')).toBe(
      'Body: channel.nmae is not a variable of this event. Use one of these: channelId, channel, count, more.',
    );
    expect(await problem('{% if false %}{{ chanel }}{% endif %}')).toContain('chanel is not a variable');
    expect(await problem('{{ channel | nothing }}')).toContain('nothing');
    expect(await problem('{{ channel | raw }}')).toContain('raw');
    expect(await problem('{{ channel')).toContain('not closed');
    for (const tag of ['{% include "a" %}', '{% render "a" %}', '{% layout "a" %}', '{% assign a = 1 %}'])
      expect(await problem(tag)).toContain('not found');
    expect(await problem('{{ constructor }}')).toContain('constructor is not a variable');
    expect(await problem('x'.repeat(20_001))).not.toBeNull();
  });

  it('template values are escaped, and a rendered template can be converted to plain text', async () => {
    const { subject, body } = await render('{{ channel }}: {{ more }} more');
    expect(body).toBe('&lt;b&gt;Pos&lt;/b&gt; &amp; &#34;more&#34;: 2 more');
    for (const filter of ['json', 'inspect', 'escape_once', 'append: "<i>"', 'default: ""'])
      expect((await render(`{{ channel | ${filter} }}`)).body).not.toContain('<');
    await expect(render('{{ channel | raw }}')).rejects.toThrow('raw');
    expect(plainText(subject)).toBe('<b>Pos</b> & "more"');
  });

  it('templates may contain conditions and loops, within limits', async () => {
    expect(
      (await render('{% if count > 1 %}many{% else %}one{% endif %}{% for i in (1..3) %}{{ i }}{% endfor %}')).body,
    ).toBe('many123');
  });

  it('on a busy machine, the error does not blame the template', async () => {
    const late = () => Promise.reject(new ReaderEnded('time', true));
    const over = () => Promise.reject(new ReaderEnded('time'));
    const renderedBy = (work: () => Promise<never>) =>
      createRenderer({
        checkTemplate: work,
        renderTemplate: work,
        end: async () => undefined,
      } as unknown as ImportReader);
    await expect(renderedBy(late).problem({ subject: '', body: '' }, [])).rejects.toBeInstanceOf(RendererBusy);
    await expect(renderedBy(late).render({ subject: '', body: '' }, {})).rejects.toBeInstanceOf(RendererBusy);
    await expect(renderedBy(over).render({ subject: '', body: '' }, {})).rejects.toThrow('passed the limit of time');
  });

  it('a short template cannot render output that exceeds the limit', async () => {
    const loop = `{% for i in (1..50000) %}${'y'.repeat(1000)}{% endfor %}`;
    await expect(render(loop)).rejects.toThrow('its body would have more than 50,000 characters');
    await expect(renderer.render({ subject: loop, body: 'x' }, VALUES)).rejects.toThrow(
      'its subject would have more than 1,000 characters',
    );
  });

  it('a nested loop of ten million iterations is stopped, and the process continues', async () => {
    await expect(render('{% for i in (1..10000000) %}x{% endfor %}')).rejects.toThrow('its loops pass the limit');
    const nested = '{% for i in (1..3000) %}{% for j in (1..3000) %}x{% endfor %}{% endfor %}';
    await expect(render(nested)).rejects.toThrow('its loops pass the limit');
    expect((await render('{{ count }}')).body).toBe('3');
  });
});
