/** Whether the player plays with two bets: off at first, and remembered in this browser. */
import { useState } from 'react';

const storageName = 'aviator.secondBet';

export function useSecondBet(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(isRemembered);
  return [
    isOn,
    (next) => {
      setOn(next);
      try {
        if (next) localStorage.setItem(storageName, 'on');
        else localStorage.removeItem(storageName);
      } catch {
        // Without storage the choice lasts until the page is left.
      }
    },
  ];
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(storageName) === 'on';
  } catch {
    return false;
  }
}
