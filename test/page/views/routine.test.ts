/** The page of a routine: whether it starts, and how to make it. */
import { describe, expect, it } from 'vitest';

import { gitRepo } from '../../kit/git-repo.ts';
import { openTestPage } from '../../kit/page.ts';

const ROUTINE = `name: Look
on:
  schedule: "0 2 * * *"
collect:
  - todos
agent:
  engine: builtin
  builtin: facts
`;

async function world() {
  const repo = gitRepo({
    'routines/look.yaml': ROUTINE,
    'routines/off.yaml': `enabled: false\n${ROUTINE}`,
  });
  repo.write('routines/here.yaml', ROUTINE);
  const page = await openTestPage({ repo });
  const shown = async (id: string) => (await page.get(`/routines/${id}`)).body;
  return { page, shown };
}

/** Of the facts at the top. */
function badgesOf(body: string): readonly string[] {
  const [state = ''] = body.split('<dt>State</dt>')[1]?.split('</dd>') ?? [];
  return [...state.matchAll(/class="tag[^>]*>([^<]+)</g)].map(([, word]) => word ?? '');
}

const NEXT_SLOT = /02:00 UTC/;
const PAUSE = 'Reason (optional)';

describe('a routine', () => {
  it('that is active has its next slots, and can be paused', async () => {
    const { shown } = await world();
    const body = await shown('look');
    expect(badgesOf(body)).toEqual(['active']);
    expect(body).toMatch(NEXT_SLOT);
    expect(body).toContain(PAUSE);
    expect(body).not.toContain('/routines/look/enable');
  });

  it('that is paused has one badge and no slot', async () => {
    const { page, shown } = await world();
    await page.post('/routines/look/pause', { reason: 'holidays' });
    const body = await shown('look');
    expect(badgesOf(body)).toEqual(['paused']);
    expect(body).toContain('It is paused: no slot starts it.');
    expect(body).not.toMatch(NEXT_SLOT);
  });

  it('that is disabled has no slot and no pause, and says how to enable it', async () => {
    const { shown } = await world();
    const body = await shown('off');
    expect(badgesOf(body)).toEqual(['disabled']);
    expect(body).toContain('It is disabled: it only starts by hand.');
    expect(body).toContain('<code>enabled: true</code>');
    expect(body).not.toMatch(NEXT_SLOT);
    expect(body).not.toContain(PAUSE);
  });

  it('that is not active yet has no slot and no pause, and leads to where it is enabled', async () => {
    const { shown } = await world();
    const body = await shown('here');
    expect(badgesOf(body)).toEqual(['not active']);
    expect(body).toContain('It is not active: no schedule starts it.');
    expect(body.match(/href="\/routines\/here\/enable"/g)).toHaveLength(2);
    expect(body).not.toMatch(NEXT_SLOT);
    expect(body).not.toContain(PAUSE);
  });

  it('shows its definition as YAML', async () => {
    const { shown } = await world();
    expect(await shown('look')).toMatch(/<code>name: Look +# routines\/look.yaml:1/);
  });
});
