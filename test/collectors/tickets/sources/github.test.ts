import { describe } from 'vitest';

import { githubTicketsSuite } from '../../../kit/github/tickets-suite.ts';

describe('tickets of GitHub', () => {
  githubTicketsSuite(() => undefined);
});
