import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/service/shell/folders.ts';
import { openSqlite } from '../../../src/store/file/database.ts';
import { migrate } from '../../../src/store/file/migrate.ts';

const HEAD = '-- What the migrations of this folder come to, to be read. It is never run.\n\n';

it('the schema beside the migrations is what they come to, as npm run docs writes it', async () => {
  const db = openSqlite(':memory:');
  migrate(db, MIGRATIONS);
  const parts = db
    .prepare(
      'select sql from sqlite_master where sql is not null order by tbl_name, type desc, name',
    )
    .pluck()
    .all() as string[];
  db.close();
  const schema = `${HEAD}${parts.map((part) => `${part};\n`).join('\n')}`;
  await expect(schema).toMatchFileSnapshot(
    `${MIGRATIONS}/schema.sql`,
    'npm run docs writes it anew',
  );
});
