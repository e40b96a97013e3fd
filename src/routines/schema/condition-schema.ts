/** The routine's own gate: the key `condition`. */
import { z } from 'zod';

import * as part from '../../words/schema-parts.ts';

export const condition = z
  .strictObject({
    run: part.commandLine
      .describe('The command, run on the base commit before anything else is done.')
      .meta({ examples: ['scripts/has-todos.sh'] }),
    timeout: part.positiveDuration
      .default('30s')
      .describe('Its whole process tree ends after this, and the run has failed.'),
  })
  .nullable()
  .default(null)
  .describe(
    'A command that says whether there is anything to do: exit 0 is go, 10 is nothing to do (the run is skipped), all else is a failure. A command alone stands for `{ run: … }`.',
  )
  .meta({
    title: 'a command on one line, or a map with `run`',
    examples: ['scripts/has-todos.sh'],
    also: ['text'],
  });
