import { describe } from 'vitest';

import { openApiCheck } from '../kit/github/openapi.ts';
import { githubTicketsSuite } from '../kit/github/tickets-suite.ts';

const check = openApiCheck();

describe('tickets of GitHub, each request and answer held against its description', () => {
  githubTicketsSuite(() => check);
});
