import { expect, it } from 'vitest';

import { openJobs } from '../../src/page/jobs.ts';
import { stillClock } from '../kit/still-clock.ts';

it('keeps what a job said and what came of it, and begins the same one only once', async () => {
  const jobs = openJobs(stillClock());
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  const work = async ({ progress }: { readonly progress: (text: string) => void }) => {
    progress('npm ci\u001b[31m');
    await held;
    return { text: 'The checks pass.', to: '/review/S-1' };
  };
  const job = jobs.start('Test together: S-1', work);
  expect(jobs.start('Test together: S-1', work).id).toBe(job.id);
  end();
  await new Promise<void>((resolve) => {
    jobs.watch(() => jobs.find(job.id)?.state === 'done' && resolve());
  });
  expect(jobs.find(job.id)).toMatchObject({
    state: 'done',
    lines: ['npm ci'],
    outcome: { text: 'The checks pass.', to: '/review/S-1' },
    failure: null,
  });
});

it('cancels what goes on when the page is closed', async () => {
  const jobs = openJobs(stillClock());
  const { id } = jobs.start(
    'Wait',
    ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      ),
  );
  await jobs.close();
  expect([jobs.find(id)?.state, jobs.cancel(id)]).toEqual(['cancelled', false]);
});
