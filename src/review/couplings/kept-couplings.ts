/** The couplings of one pair as they are kept. */
import { z } from 'zod';

import { COUPLING_KINDS } from '../../words/review/coupling.ts';

const Place = z.object({
  path: z.string(),
  line: z.number().int().min(1).nullable(),
  text: z.string(),
});

export const KeptCouplings = z.array(
  z.object({
    a: z.string(),
    b: z.string(),
    kind: z.enum(COUPLING_KINDS),
    detail: z.string(),
    places: z.tuple([Place, Place]),
    binds: z.boolean(),
    user: z.enum(['a', 'b']).optional(),
  }),
);
