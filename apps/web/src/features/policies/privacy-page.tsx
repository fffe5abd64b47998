/** /privacy-policy: what this software stores about players, and what they can do about it. */
import { Policy, type PolicyPart } from './policy.tsx';

export const PrivacyPage = () => {
  'use memo';
  return (
    <Policy
      title="privacy.title"
      lead="privacy.lead"
      parts={parts}
      other={{ to: '/terms-of-service', label: 'policies.otherTerms' }}
    />
  );
};

const parts: readonly PolicyPart[] = [
  {
    id: 'kept',
    title: 'privacy.kept',
    texts: [
      'privacy.kept1',
      'privacy.kept2',
      'privacy.kept3',
      'privacy.kept4',
      'privacy.kept5',
      'privacy.kept6',
    ],
  },
  {
    id: 'why',
    title: 'privacy.why',
    texts: ['privacy.why1', 'privacy.why2'],
  },
  {
    id: 'seen',
    title: 'privacy.seen',
    texts: ['privacy.seen1'],
  },
  {
    id: 'cookies',
    title: 'privacy.cookies',
    texts: ['privacy.cookies1', 'privacy.cookies2', 'privacy.cookies3', 'privacy.cookies4'],
  },
  {
    id: 'retention',
    title: 'privacy.retention',
    texts: ['privacy.retention1', 'privacy.retention2', 'privacy.retention3', 'privacy.retention4'],
  },
  {
    id: 'rights',
    title: 'privacy.rights',
    texts: ['privacy.rights1', 'privacy.rights2', 'privacy.rights3', 'privacy.rights4'],
  },
  {
    id: 'adults',
    title: 'privacy.adults',
    texts: ['privacy.adults1'],
  },
  {
    id: 'changes',
    title: 'privacy.changes',
    texts: ['privacy.changes1'],
  },
];
