import { verifyAgent } from '../../kit/verified-agents.ts';

verifyAgent('pi');
