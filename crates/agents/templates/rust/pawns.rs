    /// The nearer to the other end the better. A capture is worth ten steps, and the end everything.
    fn score(&self, m: &str) -> i32 {
        if m == "pass" {
            return 0;
        }
        let n_rows = self.rows.len() as i32;
        let row: i32 = m.rsplit(|c: char| !c.is_numeric()).next().unwrap_or(m).parse().expect("a number");
        let steps = if self.side == b'x' { row } else { n_rows + 1 - row };
        steps + if m.contains('x') { 10 } else { 0 } + if steps == n_rows { 1000 } else { 0 }
    }
