/** A refusal as a live message carries it: the code, and the sentence that goes with it everywhere. */
import type { ErrorCode } from '@fairground/contract/errors';
import { toProblem } from '@fairground/server/http/problem';
import type { Reply } from '@fairground/server/realtime/types';

export const liveRefusal = (code: ErrorCode): Reply => ({
  success: false,
  code,
  message: toProblem(code).detail,
});
