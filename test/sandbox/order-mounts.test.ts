import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Mount } from '../../src/sandbox/contract.ts';
import { isWithin, orderMounts } from '../../src/sandbox/order-mounts.ts';

/** What a path shows once all are mounted one after the other, as the system does it. */
function shownAt(mounts: readonly Mount[], path: string): string {
  const last = mounts.findLast((mount) => isWithin(mount.path, path));
  if (last === undefined) return 'nothing';
  if (last.kind === 'empty') return 'empty';
  if (last.kind === 'link') return `link ${last.to}`;
  return `${last.kind} ${last.from ?? last.path}${path.slice(last.path.length)}`;
}

describe('the order of mounts', () => {
  it('puts folders before what is in them', () => {
    const ordered = orderMounts([
      { kind: 'write', path: '/home/me/state/run' },
      { kind: 'read', path: '/usr' },
      { kind: 'empty', path: '/home/me' },
    ]);
    expect(ordered.map(({ path }) => path)).toEqual(['/home/me', '/home/me/state/run', '/usr']);
  });

  it('empties a hidden folder that another one would show, and only such a one', () => {
    expect(
      orderMounts(
        [
          { kind: 'read', path: '/opt/tool' },
          { kind: 'read', path: '/opt/tool/work/node_modules' },
        ],
        ['/opt/tool/work', '/srv/other'],
      ),
    ).toEqual([
      { kind: 'read', path: '/opt/tool' },
      { kind: 'empty', path: '/opt/tool/work' },
      { kind: 'read', path: '/opt/tool/work/node_modules' },
    ]);
  });

  it('leaves out what the folder above shows already', () => {
    expect(
      orderMounts([
        { kind: 'read', path: '/usr' },
        { kind: 'read', path: '/usr/lib/node_modules' },
        { kind: 'write', path: '/usr/share/run' },
        { kind: 'read', path: '/usr/share/run/brief' },
      ]).map(({ path }) => path),
    ).toEqual(['/usr', '/usr/share/run', '/usr/share/run/brief']);
  });

  it('takes the later of two at one path', () => {
    expect(
      orderMounts([
        { kind: 'read', path: '/a' },
        { kind: 'write', path: '/a' },
      ]),
    ).toEqual([{ kind: 'write', path: '/a' }]);
  });

  it('knows that /a/bc is not in /a/b', () => {
    expect(isWithin('/a/b', '/a/bc')).toBe(false);
    expect(isWithin('/a/b', '/a/b')).toBe(true);
    expect(isWithin('/', '/a')).toBe(true);
  });

  const folder = fc
    .array(fc.constantFrom('a', 'b', 'c', 'a-b'), { minLength: 1, maxLength: 4 })
    .map((parts) => `/${parts.join('/')}`);
  const mount: fc.Arbitrary<Mount> = fc.oneof(
    folder.map((path): Mount => ({ kind: 'read', path })),
    folder.map((path): Mount => ({ kind: 'write', path })),
    folder.map((path): Mount => ({ kind: 'empty', path })),
  );

  it('shows at every path what the nearest mount at or above it says, whatever the order was', () => {
    fc.assert(
      fc.property(fc.array(mount, { maxLength: 12 }), folder, (mounts, path) => {
        const ordered = orderMounts(mounts);
        const depth = Math.max(
          ...mounts.map((one) => (isWithin(one.path, path) ? one.path.length : 0)),
        );
        const nearest = mounts.filter(
          (one) => isWithin(one.path, path) && one.path.length === depth,
        );
        expect(shownAt(ordered, path)).toBe(shownAt(nearest, path));
      }),
    );
  });

  it('shows nothing of a hidden folder but what is mounted at or below it by name', () => {
    fc.assert(
      fc.property(
        fc.array(mount, { maxLength: 8 }),
        fc.array(folder, { maxLength: 3 }),
        folder,
        (mounts, hidden, path) => {
          const inside = hidden.filter((one) => isWithin(one, path));
          fc.pre(inside.length > 0);
          fc.pre(
            !mounts.some(
              (one) =>
                isWithin(one.path, path) && inside.some((above) => isWithin(above, one.path)),
            ),
          );
          expect(['empty', 'nothing']).toContain(shownAt(orderMounts(mounts, hidden), path));
        },
      ),
    );
  });
});
