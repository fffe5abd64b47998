/** Whether a beacon's value is signed by its network. The curve is loaded with the first value that is checked. */
import { isSigned, type SignedBeacon } from '@fairground/fairness/proof-beacon';
import { useEffect, useState } from 'react';

/** Null until it is known, and where there is no value. */
export function useSignature(beacon: SignedBeacon | null | undefined): boolean | null {
  const [checked, setChecked] = useState<{ beacon: SignedBeacon; isValid: boolean } | null>(null);
  useEffect(() => {
    if (!beacon) return;
    let isCurrent = true;
    isSigned(beacon).then(
      (isValid) => isCurrent && setChecked({ beacon, isValid }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [beacon]);
  return checked !== null && checked.beacon === beacon ? checked.isValid : null;
}
