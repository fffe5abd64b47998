/** Any icon of Lucide: apps/web/build/icons.ts makes its module. */
import type { Icon } from './icon.tsx';

declare const icon: Icon;
export default icon;
