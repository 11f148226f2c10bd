/**
 * The tokens in a User-Agent by which browsers and other programs are recognized. The first match wins, because most
 * programs also mention others.
 */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\/(\d+)/i, 'curl'],
  [/^python-requests\/(\d+)/i, 'Python requests'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Describes a User-Agent, such as "Chrome 126 on Windows"; an unrecognized User-Agent is quoted, and a missing one is
 * "Unknown".
 */
export function deviceName(agent: string): string {
  const text = agent.trim();
  if (text === '') return 'Unknown';
  const program = PROGRAMS.flatMap(([mark, name]) => {
    const found = mark.exec(text);
    return found ? [`${name} ${found[1]}`] : [];
  })[0];
  const system = SYSTEMS.find(([mark]) => mark.test(text))?.[1];
  if (program === undefined) return system === undefined ? text.slice(0, 60) : `A program on ${system}`;
  return system === undefined ? program : `${program} on ${system}`;
}
