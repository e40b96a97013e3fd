import { z } from 'zod';

import type { SchemaTools } from '../../collectors/kind.ts';
import * as outward from '../../words/outward-parts.ts';
import * as part from '../../words/schema-parts.ts';

/** What collectors and connectors make the schemas of their keys with. */
export const TOOLS: SchemaTools = { z, part, outward };
