/** A request that a press makes, where nothing is cached: whether it is pending, and what it came to. */
import { useState } from 'react';
import { reportUnexpected } from '../faults/report-fault.ts';

interface ActionState<Input, Result> {
  /** What the last press sent. */
  input?: Input;
  isPending: boolean;
  data?: Result;
  /** Null unless the last press failed. */
  error: unknown;
}

export function useAction<Input, Result>(send: (input: Input) => Promise<Result>) {
  'use memo';
  const [state, setState] = useState<ActionState<Input, Result>>({ isPending: false, error: null });
  const run = (input: Input): void => {
    setState({ input, isPending: true, error: null });
    void send(input).then(
      (data) => setState({ input, isPending: false, data, error: null }),
      (error: unknown) => {
        reportUnexpected(error);
        setState({ input, isPending: false, error });
      },
    );
  };
  return { ...state, run };
}
