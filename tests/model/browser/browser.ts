import type { OpsApi } from '../../../src/sync/engine/opsApi.ts';
import { Engine } from '../../../src/sync/engine/engine.ts';
import { EnginePool } from '../../../src/sync/engine/enginePool.ts';
import type { Env } from '../../../src/sync/base/env.ts';
import { connectOps, type OpsLink } from '../../../src/sync/ops/opsClient.ts';
import { SessionKeeper } from '../../../src/sync/session/sessionKeeper.ts';
import { Signals } from '../../../src/sync/status/signals.ts';
import type { EngineOutbox, EngineStorage } from '../../../src/sync/engine/engineStorage.ts';
import { createTransport } from '../../../src/sync/network/transport.ts';
import type { Shape } from '../../../src/sync/testing/shape.ts';
import type { PersonsData } from '../../../src/sync/session/personsData.ts';
import { createHost } from '../../../src/sync/ops/opsHost.ts';
import { Backend } from './backend.ts';
import { Life } from './life.ts';
import { MemorySession } from './memory.ts';
import { Profile } from './profile.ts';
import { UPGRADES } from '../../../src/sync/outbox/upgrade.ts';

/** A build of the console, with the contract version under which it writes. */
export interface Build {
  name: string;
  contract: number;
}

/** The data that a process stores on the device: in memory in the fast world, in IndexedDB in the durable one. */
export interface Device {
  storage(life: Life, env: Surroundings): EngineStorage;
  data(life: Life, env: Surroundings): PersonsData;
  /** The outbox as opened by a tab. */
  open(userId: number, life: Life, env: Surroundings): EngineOutbox;
}

export type Surroundings = Pick<Env, 'locks' | 'clock'>;

/** Points at which a test deliberately breaks the product, to verify that the promises detect it. */
export interface Sabotage {
  fetch?: (real: typeof globalThis.fetch) => typeof globalThis.fetch;
  storage?: (real: EngineStorage) => EngineStorage;
}

/** A process that runs engines: a build's shared worker, or the tab's own worker if there is no shared one. */
export interface Host {
  life: Life;
  build: Build;
  connect: () => OpsApi;
}

/** A person's open page in a tab. */
export interface Seat {
  userId: number;
  signals: Signals;
  link: OpsLink;
  outbox: EngineOutbox;
}

export interface Tab {
  life: Life;
  env: Env;
  build: Build;
  keeper: SessionKeeper;
  /** Whether the tab runs its own engine because SharedWorker is unavailable. */
  alone: boolean;
  seat: Seat | null;
  /** Ids of the writes made on the tab's page. */
  made: Set<string>;
}

/**
 * A browser profile with its tabs and workers, built from the product's own engine, pool, host, link and session
 * keeper.
 */
export class Browser {
  readonly profile = new Profile();
  readonly backend: Backend;
  readonly tabs: Tab[] = [];
  readonly hosts: Host[] = [];
  private readonly session = new MemorySession();
  private readonly device: Device;
  private readonly sabotage: Sabotage;

  constructor(device: Device, shape: Shape, sabotage: Sabotage = {}) {
    this.backend = new Backend(this.profile.clock, shape);
    this.device = device;
    this.sabotage = sabotage;
    this.profile.owns = async userId => (await this.session.get('session'))?.info.userId === userId;
  }

  get lives(): Life[] {
    return [...this.tabs, ...this.hosts].map(({ life }) => life).filter(({ state }) => state !== 'dead');
  }

  /**
   * What a browser may freeze: a tab, or a tab's own worker. A shared worker runs for as long as any of its tabs does.
   */
  get freezable(): Life[] {
    return [...this.tabs, ...this.aloneHosts].map(({ life }) => life).filter(({ state }) => state === 'alive');
  }

  openTab(build: Build, alone: boolean): Tab {
    const life = new Life();
    const env = this.profile.env(life);
    const keeper = this.keeper(life, env);
    const tab: Tab = { life, env, build, keeper, alone, seat: null, made: new Set() };
    this.tabs.push(tab);
    life.onDeath(() => {
      this.tabs.splice(this.tabs.indexOf(tab), 1);
      this.endIdleHosts(tab);
    });
    keeper.onChange(session => this.sit(tab, session?.info.userId ?? null));
    void keeper.load().then(session => this.sit(tab, session?.info.userId ?? null));
    return tab;
  }

  /** Opens a page in a tab, for a person or for nobody. */
  private sit(tab: Tab, userId: number | null): void {
    if (tab.life.state === 'dead' || tab.seat?.userId === userId) return;
    tab.seat?.link.close();
    tab.seat?.signals.close();
    tab.seat?.outbox.close();
    tab.seat = null;
    if (userId === null) return;
    const link = connectOps(tab.env, userId, 'ID', async () => this.join(tab));
    const outbox = this.device.open(userId, tab.life, tab.env);
    // A page opens the outbox before it renders anything from it, so that nobody removes the outbox from then on.
    void outbox.counter('cleared').catch(() => undefined);
    tab.seat = { userId, link, signals: new Signals(tab.env.openChannel, userId), outbox };
    link.start();
  }

  private join(tab: Tab): OpsApi {
    const there = this.hosts.find(
      host => !tab.alone && host.build.name === tab.build.name && host.life.state !== 'dead',
    );
    const host = there && !this.aloneHosts.has(there) ? there : this.startHost(tab.build);
    if (tab.alone) {
      this.aloneHosts.add(host);
      tab.life.onDeath(() => host.life.die());
    }
    return overPort(tab.life, host);
  }
  private readonly aloneHosts = new Set<Host>();

  private startHost(build: Build): Host {
    const life = new Life();
    const env = this.profile.env(life);
    const keeper = this.keeper(life, env);
    const kept = this.device.storage(life, env);
    const storage = this.sabotage.storage?.(kept) ?? kept;
    const real = this.backend.fetchOf(life);
    const fetch = this.sabotage.fetch?.(real) ?? real;
    const pool = new EnginePool({
      env,
      loadSession: () => keeper.load(),
      createEngine: userId =>
        new Engine({
          env,
          build: build.name,
          contract: build.contract,
          upgrades: UPGRADES,
          userId,
          fetch,
          baseUrl: 'http://x',
          project: () => null,
          // With so few records, the queue never becomes long, so as few as two writes are batched.
          togetherFrom: 2,
          openEvents: (_, handlers) => this.backend.openEvents(life, handlers),
          refreshSession: () => void keeper.refresh(),
          usedShare: async () => null,
          storage,
        }),
    });
    const { connect } = createHost({
      env,
      build: build.name,
      pool,
      onProject: () => undefined,
      end: () => life.die(),
    });
    const host = { life, build, connect };
    this.hosts.push(host);
    life.onDeath(() => this.hosts.splice(this.hosts.indexOf(host), 1));
    return host;
  }

  private keeper(life: Life, env: Env): SessionKeeper {
    const transport = createTransport({
      fetch: this.backend.fetchOf(life),
      baseUrl: 'http://x',
      project: () => null,
      clock: env.clock,
    });
    return new SessionKeeper({ env, transport, store: this.session, data: this.device.data(life, env) });
  }

  /** A shared worker lives as long as there is a tab of its build. */
  private endIdleHosts(gone: Tab): void {
    if (this.tabs.some(tab => tab.build.name === gone.build.name && !tab.alone)) return;
    const idle = this.hosts.filter(host => host.build.name === gone.build.name && !this.aloneHosts.has(host));
    for (const { life } of idle) life.die();
  }
}

/** Calls over a message port, each of which waits for the event loops on both sides. */
function overPort(tab: Life, host: Host): OpsApi {
  const api = host.connect();
  const over =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      tab.deliver(new Promise<R>((resolve, reject) => host.life.run(() => void call(...args).then(resolve, reject))));
  return {
    hello: over(api.hello),
    attach: over(api.attach),
    project: over(api.project),
    retire: over(api.retire),
    suggest: over(api.suggest),
    children: over(api.children),
    path: over(api.path),
    list: over(api.list),
    matchAddress: over(api.matchAddress),
    checkServed: over(api.checkServed),
    coverage: over(api.coverage),
    leadTimes: over(api.leadTimes),
  };
}
