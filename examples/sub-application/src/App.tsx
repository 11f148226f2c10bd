import { useEffect, useState } from 'react';
import type { SubAppContext } from '../../../src/sync/base/subAppContract.ts';

interface Channel {
  channelId: number;
  name: string;
}

/** The example: the channels of the current country, with a page for each of them. */
export function App({ context }: { context: SubAppContext }) {
  const [path, setPath] = useState(context.navigation.path());
  const [channels, setChannels] = useState<readonly Channel[] | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => context.navigation.subscribe(() => setPath(context.navigation.path())), [context]);
  useEffect(() => {
    void context
      .request<{ list: Channel[] }>('GET', '/sls/channels', { query: { page: 1, count: 50 }, signal: context.signal })
      .then(reply => (reply.retcode === 0 ? setChannels(reply.data.list) : setProblem(reply.message)));
  }, [context]);
  const [, id] = /^\/channel\/(\d+)/.exec(path) ?? [];
  const channel = channels?.find(({ channelId }) => String(channelId) === id);
  return (
    <section className="sub-app-example">
      <p>
        Hello {context.person.name}. This sub-application is deployed on its own. It shows the channels of{' '}
        {context.entity.name}.
      </p>
      {problem !== '' && <p role="alert">{problem}</p>}
      {channels === null && problem === '' && <output>Loading ...</output>}
      {channel ? (
        <>
          <h2>{channel.name}</h2>
          <button type="button" onClick={() => context.notices.success(`${channel.name} was greeted`)}>
            Greet
          </button>{' '}
          <button type="button" onClick={() => context.navigation.go(context.base)}>
            All channels
          </button>
        </>
      ) : (
        <ul>
          {channels?.map(({ channelId, name }) => (
            <li key={channelId}>
              <button type="button" onClick={() => context.navigation.go(`${context.base}/channel/${channelId}`)}>
                {channelId} {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
