import { describe, expect, it } from 'vitest';

import { tourLines } from '../../../src/cli/commands/demo.ts';

describe('tourLines', () => {
  it('goes into the demo when roundsman is installed', () => {
    const { lead, steps } = tourLines({ place: 'roundsman-demo', fix: true, byNpx: false });
    expect(lead).toBe('Look around: cd roundsman-demo');
    expect(steps.map(([command]) => command.trim())).toEqual([
      'roundsman land small-fixes',
      'roundsman show feed-check --log',
      'roundsman morning',
    ]);
  });

  it('stays where npx finds the program, and lands nothing when the fix has landed', () => {
    const { lead, steps } = tourLines({ place: '/data/demo', fix: false, byNpx: true });
    expect(lead).toBe('Look around, from here:');
    expect(steps.map(([command]) => command.trim())).toEqual([
      'npx roundsman -C /data/demo show feed-check --log',
      'npx roundsman -C /data/demo morning',
    ]);
  });

  it.each([true, false])('fits a terminal of eighty columns (by npx: %s)', (byNpx) => {
    const { steps } = tourLines({ place: 'roundsman-demo', fix: true, byNpx });
    const widest = Math.max(...steps.map(([command]) => command.length));
    expect(Math.max(...steps.map(([, what]) => widest + 2 + what.length))).toBeLessThanOrEqual(80);
  });
});
