// What programs that must stay small may load; apart, because what they never load is left out of this picture.
import base, { LATE } from './.dependency-cruiser.mjs';
import { leanPrograms } from './scripts/rooms.mjs';

export default {
  forbidden: leanPrograms.map((program) => ({
    name: `${program.replaceAll('/', '-')}-loads-no-package`,
    severity: 'error',
    comment:
      'it may wait for hours, or starts once for every run: Node built-ins and files of ours only',
    from: { path: `^${program}$` },
    to: { path: '^node_modules/', reachable: true },
  })),
  options: { ...base.options, exclude: { path: LATE } },
};
