/** Whether the player plays with two bets: off at first, and remembered in this browser. */
import { useState } from 'react';

const storageName = 'aviator.secondBet';

export function useSecondBet(): [isOn: boolean, set: (isOn: boolean) => void] {
  'use memo';
  const [isOn, setOn] = useState(isRemembered);
  return [
    isOn,
    (next) => {
      setOn(next);
      remember(next);
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

function remember(isOn: boolean): void {
  try {
    localStorage.setItem(storageName, isOn ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
