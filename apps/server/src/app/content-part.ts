/** What visitors read and write, wired: the blog, the contact form, the newsletter; and what comes back of mails. */
import type { BounceKind } from '@fairground/contract/mail';
import type { BlogService } from '../site/blog/service.ts';
import { blogRoutes } from '../site/blog/routes.ts';
import { bouncesRoutes } from '../site/bounces/routes.ts';
import { createBouncesService } from '../site/bounces/service.ts';
import { contactRoutes } from '../site/contact/routes.ts';
import { createContactService } from '../site/contact/service.ts';
import { createLetterDeliveries, type LetterDeliveriesDeps } from '../site/newsletter/letter-deliveries.ts';
import { newsletterRoutes } from '../site/newsletter/routes.ts';
import { createNewsletterService } from '../site/newsletter/service.ts';
import { readPosts } from '../platform/post-files.ts';
import type { AddressHash } from '../platform/address-hash.ts';
import type { AttemptLimiter } from '../platform/attempt-limiter.ts';
import type { Mailer } from '../platform/mailer.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireContent = (
  deps: PartDeps,
  outside: {
    blog: BlogService;
    limiter: AttemptLimiter;
    hashAddress: AddressHash;
    mailer: Mailer;
    letters: Pick<LetterDeliveriesDeps, 'mailer' | 'reserve' | 'recordDelivery'>;
    recordBounce: (kind: BounceKind) => void;
    siteUrl: () => string;
  },
): SitePart[] => {
  const { database, entropy, log, settings } = deps;
  const { blog } = outside;
  const { operatorEmail, contactDays } = settings;
  const contact = createContactService({ ...outside, database, log, operatorEmail, contactDays });
  const newsletter = createNewsletterService({ ...outside, database, entropy, log });
  const bounces = createBouncesService({
    database,
    secret: settings.mailBounceSecret,
    limiter: outside.limiter,
    now: deps.clock.now,
    record: outside.recordBounce,
  });
  return [
    { routes: blogRoutes(blog), load: async () => blog.importPosts(await readPosts()) },
    { routes: contactRoutes(contact), cleaning: contact.cleaning },
    { routes: bouncesRoutes(bounces) },
    {
      routes: newsletterRoutes(newsletter, outside.siteUrl),
      engines: [createLetterDeliveries({ ...outside.letters, database, siteUrl: outside.siteUrl, log })],
      clean: () => newsletter.deleteOldRequests(),
    },
  ];
};
