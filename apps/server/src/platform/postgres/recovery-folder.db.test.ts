import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  archiveCommand,
  baseFileOf,
  baseFolderOf,
  deleteOldBackups,
  labelFileOf,
  listBaseBackups,
  prepareRecoveryFolder,
  restoreCommand,
} from './recovery-folder.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'fairground-recovery-'));
  // A name that a shell and PostgreSQL would read as something else.
  folder = path.join(parent, `it's 100%f "$HOME"`);
  prepareRecoveryFolder(folder, null);
});
afterEach(() => rmSync(parent, { recursive: true }));

const addBackup = (takenAt: string, segment: string): string => {
  const backup = baseFolderOf(folder, new Date(takenAt));
  mkdirSync(backup);
  writeFileSync(baseFileOf(backup), '');
  writeFileSync(
    labelFileOf(backup),
    `START WAL LOCATION: 0/2000028 (file ${segment})\nSTART TIMELINE: ${Number.parseInt(segment.slice(0, 8), 16)}\n`,
  );
  return backup;
};
const wal = (...names: string[]): string => path.join(folder, 'wal', ...names);

/** As PostgreSQL runs the command of a setting. */
const run = (command: string, name: string, file: string): number | null => {
  const text = command.replaceAll(/%([pf%])/g, (_all, sign) => ({ p: file, f: name })[String(sign)] ?? '%');
  return spawnSync('/bin/sh', ['-c', text], { cwd: parent }).status;
};

describe('base backups', () => {
  test('are listed from the newest on, without those that are incomplete', () => {
    addBackup('2026-11-22T10:15:00.001Z', '000000010000000000000002');
    addBackup('2026-11-23T10:15:00.250Z', '00000002000000000000000A');
    mkdirSync(path.join(folder, 'base', 'unfinished'));
    mkdirSync(path.join(folder, 'base', '2026-11-24T101500.000Z'));
    // One that another process is deleting.
    rmSync(labelFileOf(addBackup('2026-11-25T10:15:00Z', '00000002000000000000000B')));
    expect(
      listBaseBackups(folder).map(({ takenAt, timeline, firstSegment }) => [
        takenAt.toISOString(),
        timeline,
        firstSegment,
      ]),
    ).toEqual([
      ['2026-11-23T10:15:00.250Z', 2, '00000002000000000000000A'],
      ['2026-11-22T10:15:00.001Z', 1, '000000010000000000000002'],
    ]);
  });

  test('take the segments with them that only they needed, of every timeline', () => {
    for (const [day, segment] of [
      ['21', '000000010000000000000002'],
      ['22', '000000010000000000000005'],
      ['23', '000000020000000000000007'],
    ] as const)
      addBackup(`2026-11-${day}T10:15:00Z`, segment);
    const retained = [
      '000000010000000000000005.gz',
      '000000010000000000000006.gz',
      '000000020000000000000007.gz',
      '00000002.history.gz',
      'notes.txt',
    ];
    const old = [
      '000000010000000000000002.gz',
      '000000010000000000000002.00000028.backup.gz',
      '000000010000000000000004.gz',
      '000000020000000000000004.partial.gz',
    ];
    for (const name of [...retained, ...old]) writeFileSync(wal(name), '');
    expect(deleteOldBackups(folder, 2)).toEqual({ baseBackups: 1, segments: old.length });
    expect(readdirSync(wal()).toSorted()).toEqual(retained.toSorted());
    expect(deleteOldBackups(folder, 2)).toEqual({ baseBackups: 0, segments: 0 });
  });

  test('are deleted completely after a process was killed while it deleted one', () => {
    addBackup('2026-11-22T10:15:00Z', '000000010000000000000005');
    addBackup('2026-11-21T10:15:00Z', '000000010000000000000002');
    const remains = `${baseFolderOf(folder, new Date('2026-11-20T10:15:00Z'))}.deleted`;
    mkdirSync(remains);
    writeFileSync(baseFileOf(remains), '');
    expect(listBaseBackups(folder)).toHaveLength(2);
    expect(deleteOldBackups(folder, 1)).toEqual({ baseBackups: 1, segments: 0 });
    expect(readdirSync(path.join(folder, 'base'))).toEqual(['2026-11-22T101500.000Z']);
  });

  test('leave every segment where there is none', () => {
    writeFileSync(wal('000000010000000000000002.gz'), '');
    expect(deleteOldBackups(folder, 2)).toEqual({ baseBackups: 0, segments: 0 });
    expect(readdirSync(wal())).toHaveLength(1);
  });
});

describe('the commands of the archive', () => {
  const segment = '000000010000000000000002';

  test('store a segment once, accept it again, and refuse other contents', () => {
    writeFileSync(path.join(parent, 'segment'), 'a segment');
    const archive = archiveCommand(folder);
    expect(run(archive, segment, 'segment')).toBe(0);
    expect(run(archive, segment, 'segment')).toBe(0);
    expect(readdirSync(wal())).toEqual([`${segment}.gz`]);
    expect(gunzipSync(readFileSync(wal(`${segment}.gz`))).toString()).toBe('a segment');
    writeFileSync(path.join(parent, 'segment'), 'another one');
    expect(run(archive, segment, 'segment')).not.toBe(0);
    expect(gunzipSync(readFileSync(wal(`${segment}.gz`))).toString()).toBe('a segment');
  });

  test('fail where the segment or the folder is missing', () => {
    expect(run(archiveCommand(folder), segment, 'segment')).not.toBe(0);
    writeFileSync(path.join(parent, 'segment'), 'a segment');
    expect(run(archiveCommand(path.join(folder, 'elsewhere')), segment, 'segment')).not.toBe(0);
    expect(run(restoreCommand(folder), segment, 'restored')).not.toBe(0);
  });

  test('read back what was stored', () => {
    writeFileSync(path.join(parent, 'segment'), 'a segment');
    run(archiveCommand(folder), segment, 'segment');
    expect(run(restoreCommand(folder), segment, 'restored')).toBe(0);
    expect(readFileSync(path.join(parent, 'restored'), 'utf8')).toBe('a segment');
  });
});
