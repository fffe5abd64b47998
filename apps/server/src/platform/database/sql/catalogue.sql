-- @statement readCatalogue
-- What the schemas of the site consist of, without rows: one row per part of a table, view, sequence, type, function or
-- schema. Two databases with the same rows here have the same schema. Names of roles are left out, apart from those that are
-- granted something: the owner has another name on each server.
WITH space AS (
  SELECT n.oid, n.nspname, n.nspowner, n.nspacl FROM pg_namespace n WHERE n.nspname IN ('public', 'ledger')
), site_owner AS (
  SELECT c.relowner AS id FROM pg_class c WHERE c.oid = to_regclass('public.transfer')
), relation AS (
  SELECT c.*, CASE c.relkind WHEN 'r' THEN 'table ' WHEN 'v' THEN 'view ' WHEN 'S' THEN 'sequence ' ELSE c.relkind::text || ' ' END
    || c.oid::regclass AS object
  FROM pg_class c JOIN space s ON s.oid = c.relnamespace WHERE c.relkind NOT IN ('i', 'c')
), routine AS (
  SELECT p.*, 'function ' || s.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS object
  FROM pg_proc p JOIN space s ON s.oid = p.pronamespace
), granted AS (
  -- The rights of all but the owner.
  SELECT r.object, '' AS of_column, a.* FROM relation r,
    LATERAL aclexplode(coalesce(r.relacl, acldefault(CASE r.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", r.relowner))) a
    WHERE a.grantee <> r.relowner
  UNION ALL
  SELECT r.object, ' (' || c.attname || ')', a.* FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid, LATERAL aclexplode(c.attacl) a
    WHERE a.grantee <> r.relowner AND NOT c.attisdropped
  UNION ALL
  SELECT r.object, '', a.* FROM routine r, LATERAL aclexplode(coalesce(r.proacl, acldefault('f', r.proowner))) a
    WHERE a.grantee <> r.proowner
  UNION ALL
  SELECT 'schema ' || s.nspname, '', a.* FROM space s, LATERAL aclexplode(coalesce(s.nspacl, acldefault('n', s.nspowner))) a
    -- Everybody may use the schema public, which belongs to the server.
    WHERE a.grantee <> s.nspowner AND (s.nspname <> 'public' OR a.grantee <> 0)
  UNION ALL
  SELECT 'schema ' || s.nspname, ' (new ' || CASE d.defaclobjtype WHEN 'r' THEN 'tables' WHEN 'S' THEN 'sequences' ELSE d.defaclobjtype::text END || ')', a.*
    FROM pg_default_acl d JOIN space s ON s.oid = d.defaclnamespace, LATERAL aclexplode(d.defaclacl) a
    WHERE a.grantee <> d.defaclrole
), part (object, part, definition) AS (
  SELECT r.object, '', concat_ws(' ', CASE WHEN r.relowner <> o.id THEN 'of another owner' END, r.relpersistence,
      array_to_string(r.reloptions, ','), CASE WHEN r.relrowsecurity THEN 'row security' END)
    FROM relation r, site_owner o
  UNION ALL
  SELECT r.object, 'definition', pg_get_viewdef(r.oid) FROM relation r WHERE r.relkind = 'v'
  UNION ALL
  SELECT r.object, 'column ' || to_char(row_number() OVER (PARTITION BY r.oid ORDER BY a.attnum), 'FM00'),
      concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
        CASE WHEN a.attidentity <> '' THEN 'identity ' || a.attidentity::text END,
        CASE WHEN a.attgenerated <> '' THEN 'generated' END, pg_get_expr(d.adbin, d.adrelid),
        CASE WHEN a.attstorage <> t.typstorage THEN 'storage ' || a.attstorage::text END,
        CASE WHEN a.attcompression <> '' THEN 'compression ' || a.attcompression::text END)
    FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum
    WHERE r.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  -- From PostgreSQL 18 on, NOT NULL is a constraint too: it is with the column above.
  SELECT r.object, 'constraint ' || c.conname, pg_get_constraintdef(c.oid)
    FROM relation r JOIN pg_constraint c ON c.conrelid = r.oid WHERE c.contype NOT IN ('n', 't')
  UNION ALL
  SELECT r.object, 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
    FROM relation r JOIN pg_index i ON i.indrelid = r.oid
  UNION ALL
  SELECT r.object, 'trigger ' || t.tgname, pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' ' || t.tgenabled::text END
    FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid WHERE NOT t.tgisinternal
  UNION ALL
  SELECT r.object, 'numbers', concat_ws(' ', format_type(q.seqtypid, NULL), q.seqstart, q.seqincrement, q.seqmin, q.seqmax, q.seqcache,
      CASE WHEN q.seqcycle THEN 'cycle' END)
    FROM relation r JOIN pg_sequence q ON q.seqrelid = r.oid
  UNION ALL
  -- A game adds its kinds of transfers when it is added, and nothing sorts by them: their order may differ.
  SELECT 'type ' || t.oid::regtype, 'labels',
      string_agg(e.enumlabel, ', ' ORDER BY CASE WHEN t.typname = 'transfer_kind' THEN 0 ELSE e.enumsortorder END, e.enumlabel COLLATE "C")
    FROM pg_type t JOIN space s ON s.oid = t.typnamespace JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.oid, t.typname
  UNION ALL
  SELECT 'type ' || t.oid::regtype, 'kind', t.typtype::text
    FROM pg_type t JOIN space s ON s.oid = t.typnamespace WHERE t.typtype NOT IN ('b', 'c')
  UNION ALL
  SELECT r.object, '', concat_ws(' ', CASE WHEN r.proowner <> o.id THEN 'of another owner' END, pg_get_function_arguments(r.oid),
      'returns', pg_get_function_result(r.oid), l.lanname, r.provolatile, r.proparallel, CASE WHEN r.prosecdef THEN 'security definer' END,
      CASE WHEN r.proisstrict THEN 'strict' END, CASE WHEN r.proleakproof THEN 'leakproof' END, r.procost, r.prorows,
      array_to_string(r.proconfig, ', '))
    FROM routine r JOIN pg_language l ON l.oid = r.prolang, site_owner o
  UNION ALL
  SELECT r.object, 'body', coalesce(pg_get_function_sqlbody(r.oid), r.prosrc) FROM routine r
  UNION ALL
  SELECT g.object, 'granted to ' || CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(g.grantee) END || g.of_column,
      string_agg(g.privilege_type || CASE WHEN g.is_grantable THEN ' with grant option' ELSE '' END, ', '
        ORDER BY g.privilege_type COLLATE "C")
    FROM granted g GROUP BY g.object, g.grantee, g.of_column
)
SELECT p.object AS "object!", p.part AS "part!", p.definition AS "definition!" FROM part p
ORDER BY p.object COLLATE "C", p.part COLLATE "C";
