/** The tables' headings; the heading of the actions is visible only to screen readers. */
export function TableHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Data</th>
        <th scope="col" data-number>
          Rows
        </th>
        <th scope="col" data-number>
          Size
        </th>
        <th scope="col">As of</th>
        <th scope="col">State</th>
        <th scope="col">Keep offline</th>
        <th scope="col">
          <span style={{ position: 'absolute', clipPath: 'inset(50%)' }}>Actions</span>
        </th>
      </tr>
    </thead>
  );
}
