import { verifyAgent } from '../../kit/verified-agents.ts';

verifyAgent('acp: codex-acp');
