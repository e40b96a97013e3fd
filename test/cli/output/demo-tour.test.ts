import { describe, expect, it } from 'vitest';

import { tourLines } from '../../../src/cli/output/demo-tour.ts';
import { isBranchName } from '../../../src/words/ids.ts';

const branch = 'roundsman/todo-sweep/2026-11-21-abc123';
if (!isBranchName(branch)) throw new TypeError(branch);

describe('tourLines', () => {
  it('goes into the demo when roundsman is installed', () => {
    const { lead, steps } = tourLines({
      place: 'roundsman-demo',
      branches: [branch],
      byNpx: false,
    });
    expect(lead).toBe('Look around: cd roundsman-demo');
    expect(steps.map(([command]) => command.trim())).toEqual([
      'roundsman reports show todo-sweep',
      'roundsman reports show ticket-digest',
      'roundsman reports show release-check',
      'roundsman review',
      'roundsman inbox',
      'roundsman morning',
      'roundsman demo',
    ]);
  });

  it('stays where npx finds the program', () => {
    const { lead, steps } = tourLines({ place: '/data/demo', branches: [], byNpx: true });
    expect(lead).toBe('Look around, from here:');
    expect(steps.map(([command]) => command.trim())).toEqual([
      'npx roundsman -C /data/demo reports show todo-sweep',
      'npx roundsman -C /data/demo reports show ticket-digest',
      'npx roundsman -C /data/demo reports show release-check',
      'npx roundsman -C /data/demo inbox',
      'npx roundsman -C /data/demo morning',
      'npx roundsman demo /data/demo',
    ]);
  });

  it('fits a terminal of eighty columns', () => {
    const { steps } = tourLines({
      place: 'roundsman-demo',
      branches: [branch, branch],
      byNpx: false,
    });
    const widest = Math.max(...steps.map(([command]) => command.length));
    expect(Math.max(...steps.map(([, what]) => widest + 2 + what.length))).toBeLessThanOrEqual(80);
  });
});
