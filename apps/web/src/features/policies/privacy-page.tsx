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
  [
    'privacy.kept',
    'privacy.kept1',
    'privacy.kept2',
    'privacy.kept3',
    'privacy.kept4',
    'privacy.kept5',
    'privacy.kept6',
  ],
  ['privacy.why', 'privacy.why1', 'privacy.why2'],
  ['privacy.seen', 'privacy.seen1'],
  ['privacy.cookies', 'privacy.cookies1', 'privacy.cookies2', 'privacy.cookies3', 'privacy.cookies4'],
  [
    'privacy.retention',
    'privacy.retention1',
    'privacy.retention2',
    'privacy.retention3',
    'privacy.retention4',
  ],
  ['privacy.rights', 'privacy.rights1', 'privacy.rights2', 'privacy.rights3', 'privacy.rights4'],
  ['privacy.adults', 'privacy.adults1'],
  ['privacy.changes', 'privacy.changes1'],
];
