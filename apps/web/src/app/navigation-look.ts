/** How the links of a player's header look, also before its script has run. */
import { buttonClass } from '@fairground/site-kit/ui/button.tsx';

export const topLink = buttonClass({
  variant: 'quiet',
  size: 'small',
  className: 'text-16 aria-[current=page]:text-coin',
});
