import { makeTemplates } from '../../src/render/templates.ts';
import { readTemplateFolder } from '../../src/service/process/languages.ts';
import { TEMPLATES } from '../../src/service/shell/shell.ts';

/** The files of the product's templates. */
export const FILES = readTemplateFolder(TEMPLATES);

/** The templates of the product. */
export const templates = makeTemplates(FILES);

/** Somebody who gets letters, at a mail host that delivers tags. */
export const ALICE = {
  userid: 'alice',
  language: 'en',
  replyTo: 'games+k3f@turnpost.test',
  links: true,
  pictures: 'letter@turnpost.test',
};
