/** What visitors read and write, wired: the blog, the contact form, the newsletter. */
import type { BlogService } from '../site/blog/service.ts';
import { blogRoutes } from '../site/blog/routes.ts';
import { contactRoutes } from '../site/contact/routes.ts';
import { createContactService } from '../site/contact/service.ts';
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
    siteUrl: () => string;
  },
): SitePart[] => {
  const { database, entropy, log, settings } = deps;
  const { blog } = outside;
  const { operatorEmail } = settings;
  const contact = createContactService({ ...outside, database, log, operatorEmail });
  const newsletter = createNewsletterService({ ...outside, database, entropy, log });
  return [
    { routes: blogRoutes(blog), load: async () => blog.importPosts(await readPosts()) },
    { routes: contactRoutes(contact), cleaning: contact.cleaning },
    {
      routes: newsletterRoutes(newsletter, outside.siteUrl),
      clean: () => newsletter.deleteOldRequests(),
    },
  ];
};
