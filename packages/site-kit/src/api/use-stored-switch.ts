/**
 * A checkbox whose state the server stores. It shows a choice at once, and what is stored when the choice was
 * answered.
 */
import { notifyManager, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface StoredSwitch {
  stored: boolean;
  /** Sends the choice, and puts the answer into the query cache. */
  save: (isOn: boolean) => Promise<unknown>;
  onError: (error: Error) => void;
  /** Choices of one area are sent one after the other, so that the last one is what is stored. */
  area: string;
}

export function useStoredSwitch({ stored, save, onError, area }: StoredSwitch) {
  'use memo';
  // The pending mutation has it too, but only after React has put a checkbox back to what it was before the click.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { mutate } = useMutation({ mutationFn: save, onError, scope: { id: area } });
  const choose = (isOn: boolean): void => {
    setChosen(isOn);
    // After the cache has notified the page of the answer. Of several choices, only the last one's is called.
    mutate(isOn, { onSettled: () => notifyManager.schedule(() => setChosen(null)) });
  };
  return { isOn: chosen ?? stored, choose };
}
