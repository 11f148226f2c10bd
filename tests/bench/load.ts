import { Agent, request } from 'node:http';

/** A signed-in caller of the real server. */
export interface Caller {
  url: string;
  cookie: string;
}

/** Signs in with a demo account and keeps its cookie. @throws Error if the server rejects it */
export async function signIn(url: string, email: string): Promise<Caller> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'ops-demo' }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || !cookie) throw new Error(`sign-in answered ${answer.status}`);
  return { url, cookie };
}

function get(caller: Caller, agent: Agent, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const call = request(`${caller.url}${path}`, { agent, headers: { cookie: caller.cookie } }, answer => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${path} answered ${answer.statusCode}`));
      });
    });
    call.once('error', reject);
    call.end();
  });
}

/**
 * Calls the paths in rotation over a number of keep-alive connections for a given time.
 *
 * @returns duration of each call in milliseconds
 */
export async function hammer(
  caller: Caller,
  paths: readonly string[],
  options: { connections: number; seconds: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const samples: number[] = [];
  const until = performance.now() + options.seconds * 1000;
  let next = 0;
  const connection = async () => {
    while (performance.now() < until) samples.push(await get(caller, agent, paths[next++ % paths.length] ?? '/'));
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  agent.destroy();
  return samples;
}
