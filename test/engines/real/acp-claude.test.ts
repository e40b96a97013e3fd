import { verifyAgent } from '../../kit/verified-agents.ts';

verifyAgent('acp: claude-agent-acp');
