/** What the form for a day's limit may send, by the contract; loaded when it is sent. */
import { limitsBody } from '@fairground/contract/owner-calls';
import * as z from 'zod/mini';

/** No limit at all has a button of its own. */
const isLimit = z.refine<number | null | undefined>((dailyStake) => typeof dailyStake === 'number');

export const dailyStakeForm = z.strictObject({ dailyStake: limitsBody.shape.dailyStake.check(isLimit) });
