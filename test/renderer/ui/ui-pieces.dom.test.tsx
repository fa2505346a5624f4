import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { TextProvider } from '#renderer/i18n/text.tsx';
import { ChartFrame, pointerIn } from '#renderer/ui/chart/chart-frame.tsx';
import { ChartRows } from '#renderer/ui/chart/chart-rows.tsx';
import { stepsOnLines } from '#renderer/ui/chart/mark-steps.ts';
import { SeenList } from '#renderer/ui/chart/seen-list.tsx';
import { REST_DASH, REST_INK, seriesDash, seriesInk } from '#renderer/ui/chart/series-inks.ts';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { DayField } from '#renderer/ui/day-field.tsx';
import { FileButton } from '#renderer/ui/file-button.tsx';
import { useFileDrop } from '#renderer/ui/file-drop.ts';
import { DEFAULT_CHOICES, FormatsProvider, formatsOf } from '#renderer/ui/formats.tsx';
import { layPaperDown } from '#renderer/ui/lying-paper.ts';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { MovedFiguresProvider, MovedMark } from '#renderer/ui/moved-figures.tsx';
import { SearchChoice } from '#renderer/ui/search-choice.tsx';
import { ShortAmount } from '#renderer/ui/short-amount.tsx';
import { sizeText } from '#renderer/ui/size-text.ts';
import { walkList } from '#renderer/ui/walk-list.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Pieces of the interface alone: fields, menus, lists beside charts. */

const drawn = (piece: ReactElement) => {
  const user = userEvent.setup({ delay: null });
  return {
    user,
    view: render(
      <TextProvider language="es" columnNames="language">
        {piece}
      </TextProvider>,
    ),
  };
};

describe('a day that is typed', () => {
  function Field(props: {
    readonly onDay: (day: string) => void;
    readonly onTyped?: (kind: string) => void;
  }) {
    const [day, setDay] = useState<LocalDate | null>('2026-10-31' as LocalDate);
    return (
      <>
        <DayField
          label="Desde"
          day={day}
          testId="day"
          onDay={(next) => {
            setDay(next);
            props.onDay(next);
          }}
          {...(props.onTyped === undefined ? {} : { onTyped: ({ kind }) => props.onTyped?.(kind) })}
        />
        <button type="button" onClick={() => setDay('2026-01-02' as LocalDate)}>
          enero
        </button>
        <button type="button" onClick={() => setDay(null)}>
          ninguno
        </button>
      </>
    );
  }

  test('is told once it is whole, is kept as it was typed, and gives way to one that is set from elsewhere', async () => {
    const [onDay, onTyped] = [vi.fn<(day: string) => void>(), vi.fn<(kind: string) => void>()];
    const { user } = drawn(<Field onDay={onDay} onTyped={onTyped} />);
    const field = screen.getByLabelText<HTMLInputElement>('Desde');
    expect([field.value, field.dataset.value]).toEqual(['31-10-2026', '2026-10-31']);
    await user.clear(field);
    await user.paste('5/11/26');
    expect(onDay.mock.calls).toEqual([['2026-11-05']]);
    expect(onTyped.mock.calls.map(([kind]) => kind)).toEqual(['empty', 'day']);
    expect([field.value, field.dataset.value]).toEqual(['5/11/26', '2026-11-05']);
    await user.click(screen.getByText('enero'));
    expect(field.value).toBe('02-01-2026');
    await user.click(screen.getByText('ninguno'));
    expect(field.value).toBe('');
    expect(field.getAttribute('aria-invalid')).toBe('false');
  });

  test('that cannot be read is said under it once the field is left, and changes nothing', async () => {
    const onDay = vi.fn<(day: string) => void>();
    const { user } = drawn(<Field onDay={onDay} />);
    const field = screen.getByTestId('day');
    await user.clear(field);
    await user.paste('31-02-2026');
    expect(field.getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      text('day.none', { day: '31-02-2026' }),
    );
    await user.clear(field);
    await user.paste('pronto');
    expect(field.getAttribute('aria-describedby')).toBeNull();
    await user.tab();
    expect(screen.getByText(text('day.unreadable', { example: '31-10-2026' }))).toBeTruthy();
    expect(onDay).not.toHaveBeenCalled();
  });
});

describe('a choice', () => {
  test('among many is found by its name or by the API’s, and said where nothing goes by that name', async () => {
    const onChange = vi.fn();
    const groups = [
      { value: '', items: [{ value: 'Canal', label: 'Canal' }] },
      { value: 'Envío', items: [{ value: 'Costo Envío', label: 'Shipping' }] },
    ];
    const { user } = drawn(
      <SearchChoice
        {...{ label: 'Columna', shown: 'Canal', value: 'Canal', groups, onChange, testId: 'choice' }}
        findTestId="find"
      />,
    );
    const trigger = screen.getByTestId('choice');
    expect(trigger.getAttribute('aria-label')).toBe('Columna: Canal');
    await user.click(trigger);
    const find = await screen.findByTestId('find');
    const choices = () =>
      [...document.querySelectorAll<HTMLElement>('[data-choice]')].map(({ dataset }) => dataset.choice);
    await waitFor(() => expect(choices()).toEqual(['Canal', 'Costo Envío']));
    const chosen = [...document.querySelectorAll('[data-choice][aria-selected=true]')];
    expect(chosen.map(({ textContent }) => textContent)).toEqual(['Canal']);
    expect(screen.getByText('Envío')).toBeTruthy();
    await user.type(find, 'costo');
    expect(choices()).toEqual(['Costo Envío']);
    await user.clear(find);
    await user.type(find, 'zzz');
    expect(choices()).toEqual([]);
    expect(screen.getByText(text('columns.not-found'))).toBeTruthy();
    await user.clear(find);
    await user.type(find, 'ship{Enter}');
    expect(onChange.mock.calls).toEqual([['Costo Envío']]);
  });

  test('among few shows what is chosen, in words or as the title of its icon, and tells another one', async () => {
    const onChange = vi.fn();
    const options = [
      { value: 'a', label: 'Alfa' },
      { value: 'b', label: 'Beta' },
    ] as const;
    const { user, view } = drawn(
      <ChoiceMenu label="Letra" value="b" options={options} onChange={onChange} testId="letter" />,
    );
    const trigger = screen.getByTestId('letter');
    expect([trigger.textContent, trigger.title, trigger.getAttribute('aria-label')]).toEqual([
      ...['Beta', '', 'Letra: Beta'],
    ]);
    await user.click(trigger);
    const items = await screen.findAllByRole('menuitemradio');
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['Alfa', 'false'],
      ['Beta', 'true'],
    ]);
    await user.click(items[0] as HTMLElement);
    expect(onChange.mock.calls.map(([value]) => value)).toEqual(['a']);
    view.unmount();
    drawn(
      <ChoiceMenu
        label="Letra"
        value="a"
        options={options}
        onChange={onChange}
        icon="down"
        testId="letter"
      />,
    );
    expect([screen.getByTestId('letter').textContent, screen.getByTestId('letter').title]).toEqual([
      ...['', 'Letra: Alfa'],
    ]);
  });
});

test('ids of answers are short, all of them in the title and in what a press copies', async () => {
  const ids = Array.from({ length: 22 }, (_, at) => `${String(at).padStart(2, '0')}345678-rest`);
  const { user, view } = drawn(<CorrelationIds ids={ids} />);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const button = screen.getByTestId('correlation-ids');
  expect(button.textContent).toBe('00345678+21');
  expect(button.dataset.value).toBe(ids.join('\n'));
  expect(button.title).toBe(`${text('history.copy-ids', { count: 22 })}\n${ids.slice(0, 20).join('\n')}\n…`);
  await user.click(button);
  await waitFor(() => expect(button.textContent).toBe(`00345678${text('history.copied')}`));
  expect(copied.mock.calls[0]?.[0].split(/\r?\n/).filter((line) => line !== '')).toEqual(ids);
  fireEvent.blur(button);
  expect(button.textContent).toBe('00345678+21');
  copied.mockRejectedValue(new Error('no'));
  await user.click(button);
  await waitFor(() => expect(copied).toHaveBeenCalledTimes(2));
  expect(button.textContent).toBe('00345678+21');
  view.unmount();
  const twenty = drawn(<CorrelationIds ids={ids.slice(0, 20)} />);
  expect(screen.getByTestId('correlation-ids').title).not.toContain('…');
  twenty.view.unmount();
  const one = drawn(<CorrelationIds ids={ids.slice(0, 1)} />);
  expect(screen.getByTestId('correlation-ids').textContent).toBe('00345678');
  expect(screen.getByTestId('correlation-ids').title).not.toContain('…');
  one.view.unmount();
  expect(drawn(<CorrelationIds ids={[]} />).view.container.textContent).toBe('—');
});

describe('a file', () => {
  const file = new File(['x'], 'a.csv');

  test('is asked for by a button, the same one again too', async () => {
    const onFile = vi.fn();
    const { user } = drawn(
      <FileButton accept=".csv" onFile={onFile} testId="ask" inputTestId="file">
        Elegir
      </FileButton>,
    );
    const field = screen.getByTestId<HTMLInputElement>('file');
    const asked = vi.spyOn(field, 'click');
    await user.click(screen.getByTestId('ask'));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(field.accept).toBe('.csv');
    await user.upload(field, file);
    await user.upload(field, file);
    expect(onFile.mock.calls.map(([each]) => (each as File).name)).toEqual(['a.csv', 'a.csv']);
    expect(field.value).toBe('');
  });

  test('is dropped, which is seen while it is held above', () => {
    const onFile = vi.fn();
    function Drop() {
      const { isOver, handlers } = useFileDrop(onFile);
      return <section aria-label="drop" data-over={isOver} {...handlers} />;
    }
    drawn(<Drop />);
    const place = screen.getByLabelText('drop');
    expect(place.dataset.over).toBe('false');
    expect(fireEvent.dragOver(place)).toBe(false);
    expect(place.dataset.over).toBe('true');
    fireEvent.dragLeave(place);
    expect(place.dataset.over).toBe('false');
    fireEvent.dragOver(place);
    expect(fireEvent.drop(place, { dataTransfer: { files: [] } })).toBe(false);
    expect(place.dataset.over).toBe('false');
    expect(onFile).not.toHaveBeenCalled();
    fireEvent.drop(place, { dataTransfer: { files: [file] } });
    expect(onFile).toHaveBeenCalledExactlyOnceWith(file);
  });
});

test('arrows, Home and End walk along a list from the field above it', () => {
  const onKeyDown = vi.fn();
  drawn(
    <section
      aria-label="list"
      onKeyDown={(event) => onKeyDown(event.key, walkList(event, event.currentTarget, '[data-item]'))}
    >
      <input aria-label="find" />
      {['a', 'b', 'c'].map((name) => (
        <button key={name} type="button" data-item>
          {name}
        </button>
      ))}
    </section>,
  );
  const press = (key: string) => {
    fireEvent.keyDown(document.activeElement as Element, { key });
    return document.activeElement?.textContent;
  };
  screen.getByLabelText('find').focus();
  // In the field Home and End are its own.
  expect([press('Home'), press('End')]).toEqual(['', '']);
  expect(
    ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'End'].map(press),
  ).toEqual(['a', 'b', 'c', 'c', 'b', 'a', 'a', 'c']);
  press('x');
  // Up from the field leads to the first one too.
  screen.getByLabelText('find').focus();
  expect(press('ArrowUp')).toBe('a');
  expect(onKeyDown.mock.calls.map(([, isWalk]) => isWalk)).toEqual([
    ...[false, false],
    ...Array.from({ length: 8 }, () => true),
    ...[false, true],
  ]);
});

describe('a chart', () => {
  test('is one stop, in which keys move, open and put back what is in view; keys with Ctrl or Alt are others’', () => {
    const [onStep, onOpen, onReset] = [vi.fn(), vi.fn(), vi.fn()];
    drawn(
      <ChartFrame
        {...{ label: 'Líneas', testId: 'frame', onStep, onOpen, onReset }}
        steps={stepsOnLines(1, 3, 0, 1)}
      >
        <button type="button">dentro</button>
      </ChartFrame>,
    );
    const frame = screen.getByRole('group', { name: 'Líneas' });
    expect(frame.tabIndex).toBe(0);
    expect(frame.getAttribute('aria-keyshortcuts')).toBe(
      'ArrowLeft ArrowRight ArrowUp ArrowDown Home End Enter Escape',
    );
    const isTaken = (key: string, more = {}) => !fireEvent.keyDown(frame, { key, ...more });
    expect(
      ['ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'ArrowLeft'].map((key) => isTaken(key)),
    ).toEqual(Array.from({ length: 6 }, () => true));
    expect(onStep.mock.calls.map(([to]) => to)).toEqual([
      [2, 0],
      [1, 0],
      [1, 1],
      [0, 0],
      [3, 0],
      [0, 0],
    ]);
    expect([isTaken('Enter'), isTaken('Escape'), isTaken('x')]).toEqual([true, true, false]);
    expect([isTaken('Enter', { ctrlKey: true }), isTaken('ArrowLeft', { altKey: true })]).toEqual([
      false,
      false,
    ]);
    fireEvent.keyDown(screen.getByText('dentro'), { key: 'Enter' });
    expect([onOpen.mock.calls.length, onReset.mock.calls.length, onStep.mock.calls.length]).toEqual([
      1, 1, 6,
    ]);
  });

  test('that has nothing to put back leaves Escape to what is around it', () => {
    const around = vi.fn();
    const { view } = drawn(
      <section aria-label="around" onKeyDown={around}>
        <ChartFrame label="L" steps={{}} onStep={() => {}} onOpen={() => {}} onReset={null}>
          .
        </ChartFrame>
      </section>,
    );
    fireEvent.keyDown(screen.getByRole('group', { name: 'L' }), { key: 'Escape' });
    expect(around).toHaveBeenCalledTimes(1);
    view.unmount();
    drawn(
      <ChartFrame label="L" steps={{}} onStep={() => {}} onOpen={() => {}}>
        .
      </ChartFrame>,
    );
    expect(screen.getByRole('group', { name: 'L' }).getAttribute('aria-keyshortcuts')).toBe('Enter');
    expect(pointerIn(null, { clientX: 7, clientY: 9 } as never)).toEqual({ x: 7, y: 9 });
  });

  test('in rows that become fewer than the one that was reached has the last of them reached by Tab', () => {
    const chart = (names: readonly string[]) => (
      <TextProvider language="es" columnNames="language">
        <ChartRows
          rows={names.map((name) => ({ key: name, name, title: name, figures: [] }))}
          {...{ rowPx: 20, heading: 'Producto', columns: [], onOpen: () => {} }}
          drawing={() => null}
        />
      </TextProvider>
    );
    const view = render(chart(['a', 'b', 'c', 'd']));
    const stops = () => screen.getAllByTestId('chart-mark').map(({ tabIndex }) => tabIndex);
    act(() => screen.getAllByTestId('chart-mark')[3]?.focus());
    expect(stops()).toEqual([-1, -1, -1, 0]);
    view.rerender(chart(['a', 'b']));
    expect(stops()).toEqual([-1, 0]);
    fireEvent.keyDown(screen.getAllByTestId('chart-mark')[1] as HTMLElement, { key: 'ArrowUp' });
    expect(stops()).toEqual([0, -1]);
  });

  test('in rows has one of them reached by Tab, the others by the arrows, with their figures', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
    const [onReach, onOpen] = [vi.fn(), vi.fn()];
    const rows = ['uno', 'dos', 'tres'].map((name, at) => ({
      ...{ key: name, name, title: `de ${name}`, ink: at === 0 ? undefined : 'red', isPale: at === 2 },
      figures: [{ value: String(at * 10), kind: 'money' as const, places: 0, isDifference: at === 2 }],
    }));
    const { user } = drawn(
      <ChartRows
        {...{ rows, rowPx: 20, heading: 'Producto', onReach, onOpen }}
        columns={[{ name: 'Ventas', px: 60 }]}
        drawing={(width) => <i data-testid="drawing">{width}</i>}
      />,
    );
    expect(screen.getByTestId('drawing').textContent).toBe('400');
    const marks = screen.getAllByTestId('chart-mark');
    const stops = () => marks.map(({ tabIndex }) => tabIndex);
    expect(stops()).toEqual([0, -1, -1]);
    expect(marks.map(({ title, textContent }) => [title, textContent])).toEqual([
      ['de uno', 'uno0'],
      ['de dos', 'dos10'],
      ['de tres', 'tres+20'],
    ]);
    const inks = marks.map((mark) => mark.querySelector('i')?.style);
    expect(inks.map((style) => style && [style.background, style.opacity])).toEqual([
      ...[undefined, ['red', ''], ['red', '0.42']],
    ]);
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(marks[1]);
    expect(stops()).toEqual([-1, 0, -1]);
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(marks[2]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onOpen.mock.calls.map(([row]) => row)).toEqual([2]);
    await user.keyboard('{Home}{Control>}{End}{/Control}');
    expect(document.activeElement).toBe(marks[0]);
    fireEvent.pointerEnter(marks[1] as HTMLElement);
    expect(onReach.mock.calls.map(([row]) => row)).toEqual([0, 1, 2, 0, 1]);
    // What is only pointed at is not where Tab leads.
    expect(stops()).toEqual([0, -1, -1]);
    fireEvent.click(marks[1] as HTMLElement);
    expect(onOpen.mock.calls.map(([row]) => row)).toEqual([2, 1]);
  });

  test('has what is in view beside it, each line leading to its orders', async () => {
    const [onReach, onOpen] = [vi.fn(), vi.fn()];
    const item = (key: string, value: string) => ({
      ...{
        key,
        sample: '—',
        name: `de ${key}`,
        title: `t ${key}`,
        look: 'total' as const,
        onOpen: () => onOpen(key),
      },
      figures: [{ value, kind: 'percent' as const, places: 1 }],
    });
    const { user } = drawn(
      <SeenList
        name="oct 2026"
        columns={['%']}
        items={[item('a', '12.34'), item('b', '5')]}
        onReach={onReach}
      />,
    );
    const list = screen.getByTestId('chart-seen');
    expect(list.textContent?.replace(/\s/gu, ' ')).toBe('oct 2026%—de a12,3 %—de b5,0 %');
    const lines = within(list).getAllByTestId('chart-figure');
    expect(lines.map(({ title, dataset }) => [title, dataset.key, dataset.look])).toEqual([
      ['t a', 'a', 'total'],
      ['t b', 'b', 'total'],
    ]);
    await user.click(lines[1] as HTMLElement);
    expect(onOpen.mock.calls).toEqual([['b']]);
    expect(onReach.mock.calls.map(([at]) => at)).toContain(1);
  });

  test('tells its groups apart by ink and stroke, none of which is that of the rest', () => {
    const six = [0, 1, 2, 3, 4, 5];
    expect(new Set([...six.map(seriesInk), REST_INK]).size).toBe(7);
    expect(new Set([...six.map(seriesDash), REST_DASH]).size).toBe(7);
    expect([seriesInk(7), seriesDash(7)]).toEqual([seriesInk(1), seriesDash(1)]);
  });
});

test('an amount in passing is told in millions, with its sign where asked, its exact one beside it', () => {
  const amount = (value: string, signed = false) => {
    const { view } = drawn(
      <ShortAmount value={value as Decimal} places={0} signed={signed} testId="amount" />,
    );
    const found = screen.getByTestId('amount');
    const said = [found.textContent?.replace(/\s/gu, ' '), found.dataset.value, found.title];
    view.unmount();
    return said;
  };
  expect(amount('999999')).toEqual(['999.999', '999999', '999.999']);
  expect(amount('1000000', true)).toEqual(['+1,0 M', '1000000', '1.000.000']);
  expect(amount('-8249999.5', true)).toEqual(['−8,2 M', '-8249999.5', '−8.249.999,5']);
  const hidden = drawn(
    <FormatsProvider {...DEFAULT_CHOICES} hidesAmounts>
      <ShortAmount value={'5' as Decimal} places={0} signed testId="amount" />
    </FormatsProvider>,
  );
  expect(screen.getByTestId('amount').textContent).toBe('•••••');
  hidden.view.unmount();
});

test('paper lies as long as any part of the page wants it to', () => {
  const { dataset } = document.documentElement;
  const [first, second] = [layPaperDown(), layPaperDown()];
  expect(dataset.paper).toBe('lying');
  first();
  // Let go of twice it is still the other’s.
  first();
  expect(dataset.paper).toBe('lying');
  second();
  expect(dataset.paper).toBeUndefined();
});

test('sizes are rounded up, and tell their unit', () => {
  const formats = formatsOf(DEFAULT_CHOICES);
  expect(
    [0, 999, 1000, 1001, 9_999_999, 10_000_000, 10_000_001].map((size) => sizeText(size, formats)),
  ).toEqual([...['0 B', '999 B', '1 kB', '2 kB', '10.000 kB', '10 MB', '11 MB']]);
});

test('the name of a figure that something beside the source moves bears a sign, and no other', () => {
  const moved = { columns: new Set(['Costo de Producto']), title: 'costos propios' };
  drawn(
    <MovedFiguresProvider moved={moved}>
      <MovedMark column="Costo de Producto" />
      <MovedMark column="Ventas" />
      <MovedFiguresProvider moved={null}>
        <MovedMark column="Costo de Producto" />
      </MovedFiguresProvider>
    </MovedFiguresProvider>,
  );
  expect(
    screen.getAllByTestId('own-cost-mark').map(({ title, textContent }) => [title, textContent]),
  ).toEqual([['costos propios', '✱']]);
});
