// One scheduler with 10,000 daily schedules in four zones: how long it takes to take them in, what they hold, and how
// many timers wait. A process of its own, started with --expose-gc. Prints JSON.
import { setTimeout as sleep } from 'node:timers/promises';

const [kind, count] = [process.argv[2], Number(process.argv[3])];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'UTC'];
const DAYS = ['*', '1-5', '6,0', '1'];

const schedules = Array.from({ length: count }, (_, index) => ({
  id: `routine-${index}`,
  expression: `${(index * 7) % 60} ${(index * 5) % 24} * * ${DAYS[index % 4]}`,
  timezone: ZONES[Math.floor(index / 7) % 4],
}));
const nothing = () => undefined;

const schedulers = {
  async roundsman() {
    const { sharedCalendar } = await import('../.build/modules/scheduler/calendar.js');
    const { startScheduler } = await import('../.build/modules/scheduler/scheduler.js');
    const { systemClock } = await import('../.build/modules/platform/clock.js');
    const { DEFAULT_POLICY } = await import('../.build/modules/words/policy.js');
    return async () => {
      const calendar = sharedCalendar();
      const routines = schedules.map(({ id, expression, timezone }, index) => ({
        id,
        name: `Routine number ${index}`,
        definition: index.toString(16).padStart(64, '0'),
        source: 'ref',
        enabled: true,
        triggers: [{ kind: 'schedule', when: { kind: 'cron', expression }, timezone }],
        policy: { ...DEFAULT_POLICY },
      }));
      const tick = async () => {
        const from = Date.now();
        const next = routines.map(({ triggers }) => calendar.next(triggers[0], from));
        return { wakeAt: next.reduce((a, b) => Math.min(a, b)) };
      };
      const ticked = new Promise((resolve) => {
        globalThis.kept = startScheduler({ clock: systemClock, tick, onTick: resolve });
      });
      await ticked;
    };
  },
  async 'node-cron'() {
    const { schedule } = await import('node-cron');
    return () =>
      schedules.map(({ expression, timezone }) => schedule(expression, nothing, { timezone }));
  },
  async cron() {
    const { CronJob } = await import('cron');
    return () =>
      schedules.map(
        ({ expression, timezone }) => new CronJob(expression, nothing, null, true, timezone),
      );
  },
  async bree() {
    const { default: Bree } = await import('bree');
    return async () => {
      const jobs = schedules.map(({ id, expression, timezone }) => ({
        name: id,
        path: nothing,
        cron: expression,
        timezone,
      }));
      const bree = new Bree({ root: false, logger: false, jobs });
      await bree.start();
      return bree;
    };
  },
  async 'toad-scheduler'() {
    const { CronJob, Task, ToadScheduler } = await import('toad-scheduler');
    return () => {
      const scheduler = new ToadScheduler();
      for (const { id, expression, timezone } of schedules) {
        const task = new Task(id, nothing);
        scheduler.addCronJob(new CronJob({ cronExpression: expression, timezone }, task));
      }
      return scheduler;
    };
  },
  async croner() {
    const { Cron } = await import('croner');
    return () =>
      schedules.map(({ expression, timezone }) => new Cron(expression, { timezone }, nothing));
  },
};

const load = await schedulers[kind]();
globalThis.gc();
await sleep(100);
globalThis.gc();
const before = process.memoryUsage().heapUsed;
const started = performance.now();
globalThis.made = await load();
const loadMs = performance.now() - started;
await sleep(200);
globalThis.gc();
const heapBytes = (process.memoryUsage().heapUsed - before) / count;
const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
console.log(JSON.stringify({ loadMs, heapBytes, timers }));
process.exit(0);
