/** The player's own page, with the plot of what their bets came to. */
import { lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

const ResultsPanel = lazyPart(async () => (await import('../features/play/results-panel.tsx')).ResultsPanel);

export const ProfileWithResults = () => <ProfilePage results={<ResultsPanel />} />;
