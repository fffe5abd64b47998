/** The dialogs that any page may open, each loaded with its first use. Only players have them. */
import { lazy, Suspense, useEffect } from 'react';
import { closeSiteDialog, useSiteDialog } from '../shared/ui/site-dialogs.ts';

const WheelDialog = lazy(() =>
  import('../features/wheel/wheel-dialog.tsx').then((m) => ({ default: m.WheelDialog })),
);
const AdsDialog = lazy(() =>
  import('../features/ads/ads-dialog.tsx').then((m) => ({ default: m.AdsDialog })),
);

export function SiteDialogs() {
  const dialog = useSiteDialog();
  const onOpenChange = (open: boolean): void => {
    if (!open) closeSiteDialog();
  };
  // Whoever signs in next does not find the dialog of the one before.
  useEffect(() => closeSiteDialog, []);
  if (dialog === null) return null;
  return (
    <Suspense>
      {dialog === 'wheel' ? (
        <WheelDialog open onOpenChange={onOpenChange} />
      ) : (
        <AdsDialog open onOpenChange={onOpenChange} />
      )}
    </Suspense>
  );
}
