//! The formula language against a slow evaluator that walks the tree, and against what people may type.

use plyscope_core::{BadInput, Side};
use proptest::prelude::*;

use super::cells::CellSet;
use super::compile;
use super::syntax::{Expression, Function, Kind, Node, Operator, View};
use super::test_game::Numbers;
use crate::judge::Judge;
use crate::settings::Settings;

fn numbers(mine: [f64; 3], theirs: [f64; 3]) -> Numbers {
    Numbers([mine.map(f64::to_bits), theirs.map(f64::to_bits)])
}

fn weights(given: &[(&str, &str)]) -> Settings {
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Settings::of_weights(&given).expect("numbers")
}

fn judge(text: &str, given: &[(&str, &str)]) -> Result<Box<dyn Judge<Numbers>>, BadInput> {
    compile::<Numbers>(&text.parse()?, &weights(given))
}

fn value(text: &str, position: &Numbers) -> f64 {
    judge(text, &[]).unwrap_or_else(|error| panic!("{text}: {error}")).seen_by(position, Side::First)
}

/// The meaning of a formula once more, as plainly as it can be said. The weight $w is 2.5.
fn slow(node: &Node, position: &Numbers, side: Side) -> f64 {
    let again = |node: &Node| slow(node, position, side);
    let tame = |value: f64| if value.is_nan() { 0.0 } else { value.clamp(-1e300, 1e300) };
    let held = |holds: bool| if holds { 1.0 } else { 0.0 };
    match &node.kind {
        Kind::Number(number) => tame(*number),
        Kind::Weight(_) => 2.5,
        Kind::Feature(view, name) => {
            let index = ["apples", "b2", "c_c"].iter().position(|known| known == name).expect("a known name");
            let of = |side: Side| f64::from_bits(position.0[side.index()][index]);
            match view {
                View::Mine => of(side),
                View::Theirs => of(!side),
                View::Difference => of(side) - of(!side),
            }
        }
        Kind::Cells(..) => 0.0,
        Kind::Negated(inner) => -again(inner),
        Kind::Pair(operator, left, right) => {
            let (left, right) = (again(left), again(right));
            match operator.sign() {
                "+" => tame(left + right),
                "-" => tame(left - right),
                "*" => tame(left * right),
                "/" if right == 0.0 => 0.0,
                "/" => tame(left / right),
                "^" if left == 0.0 && right < 0.0 => 0.0,
                "^" => tame(left.powf(right)),
                "<" => held(left < right),
                "<=" => held(left <= right),
                ">" => held(left > right),
                ">=" => held(left >= right),
                "==" => held(left == right),
                _ => held(left != right),
            }
        }
        Kind::Call(function, arguments) => {
            let values: Vec<f64> = arguments.iter().map(again).collect();
            match function.name() {
                "abs" => values[0].abs(),
                "if" => values[if values[0] == 0.0 { 2 } else { 1 }],
                "min" => values.into_iter().reduce(|a, b| if b < a { b } else { a }).expect("arguments"),
                _ => values.into_iter().reduce(|a, b| if b > a { b } else { a }).expect("arguments"),
            }
        }
    }
}

/// A tree with all its parentheses, to compare how texts were understood.
fn shape(node: &Node) -> String {
    match &node.kind {
        Kind::Number(number) => format!("{number:e}"),
        Kind::Weight(name) => format!("${name}"),
        Kind::Feature(view, name) => format!("{view:?} {name}"),
        Kind::Cells(view, CellSet::One(name)) => format!("{view:?} cell {name}"),
        Kind::Cells(view, CellSet::Table(rows)) => format!("{view:?} cells {rows:?}"),
        Kind::Negated(inner) => format!("(neg {})", shape(inner)),
        Kind::Pair(operator, left, right) => format!("({} {} {})", operator.sign(), shape(left), shape(right)),
        Kind::Call(function, arguments) => {
            format!("({} {})", function.name(), arguments.iter().map(shape).collect::<Vec<_>>().join(" "))
        }
    }
}

/// Whether some part divides by what is 0 in every position.
fn divides_by_zero(node: &Node) -> bool {
    match &node.kind {
        Kind::Number(_) | Kind::Weight(_) | Kind::Feature(..) | Kind::Cells(..) => false,
        Kind::Negated(inner) => divides_by_zero(inner),
        Kind::Pair(operator, left, right) => {
            let anything = numbers([1.0; 3], [0.0; 3]);
            let is_zero = is_constant(right) && slow(right, &anything, Side::First) == 0.0;
            divides_by_zero(left) || divides_by_zero(right) || operator.sign() == "/" && is_zero
        }
        Kind::Call(_, arguments) => arguments.iter().any(divides_by_zero),
    }
}

fn is_constant(node: &Node) -> bool {
    match &node.kind {
        Kind::Number(_) | Kind::Weight(_) => true,
        Kind::Feature(..) | Kind::Cells(..) => false,
        Kind::Negated(inner) => is_constant(inner),
        Kind::Pair(_, left, right) => is_constant(left) && is_constant(right),
        Kind::Call(_, arguments) => arguments.iter().all(is_constant),
    }
}

#[test]
fn what_binds_tighter_and_what_groups_how() {
    for (text, meant) in [
        ("1+2*3", "(+ 1e0 (* 2e0 3e0))"),
        ("1*2+3", "(+ (* 1e0 2e0) 3e0)"),
        ("1-2-3", "(- (- 1e0 2e0) 3e0)"),
        ("1-(2-3)", "(- 1e0 (- 2e0 3e0))"),
        ("8/4/2", "(/ (/ 8e0 4e0) 2e0)"),
        ("8/4*2", "(* (/ 8e0 4e0) 2e0)"),
        ("2^3^2", "(^ 2e0 (^ 3e0 2e0))"),
        ("2*3^2", "(* 2e0 (^ 3e0 2e0))"),
        ("-2^2", "(neg (^ 2e0 2e0))"),
        ("(-2)^2", "(^ (neg 2e0) 2e0)"),
        ("2^-1", "(^ 2e0 (neg 1e0))"),
        ("2*-3", "(* 2e0 (neg 3e0))"),
        ("1--2", "(- 1e0 (neg 2e0))"),
        ("-1*2", "(* (neg 1e0) 2e0)"),
        ("1+2<3*4", "(< (+ 1e0 2e0) (* 3e0 4e0))"),
        ("(1<2)==1", "(== (< 1e0 2e0) 1e0)"),
        ("1<=2", "(<= 1e0 2e0)"),
        ("if(b2>0,mine.b2,-theirs.c_c)", "(if (> Difference b2 0e0) Mine b2 (neg Theirs c_c))"),
        ("max(1,2,3)-min(4,$w)", "(- (max 1e0 2e0 3e0) (min 4e0 $w))"),
        ("\t.5 +\n2. + 1e2+1E-1", "(+ (+ (+ 5e-1 2e0) 1e2) 1e-1)"),
    ] {
        assert_eq!(text.parse::<Expression>().map(|formula| shape(&formula.root)), Ok(meant.to_owned()), "{text}");
    }
}

/// The board has the first player on a1 and b1, and the second on a3.
#[test]
fn cells_count_for_the_side_that_has_them() {
    let position = numbers([1.0, 0.0, 0.0], [0.0; 3]);
    for (text, expected) in [
        ("cell(a1)", 1.0),
        ("cell(a3)", -1.0),
        ("mine.cell(a3)", 0.0),
        ("theirs.cell(a3)", 1.0),
        ("cell(b3)", 0.0),
        ("3*cell(b1)-2*theirs.cell( a3 )+apples", 2.0),
        // The first player sees 1 and 20 below, the second sees 1 where the first sees a3.
        ("cells(5 6 / 7 8 / 1 20)", 20.0),
        ("mine.cells(5 6/7 8/1 20)", 21.0),
        ("theirs.cells(5 6/7 8/1 -20.5)", 1.0),
        ("if(cell(a1),cells(0 0/0 0/2 0),9)", 0.0),
    ] {
        assert_eq!(value(text, &position), expected, "{text}");
        let again = text.parse::<Expression>().expect(text).to_string();
        assert_eq!(value(&again, &position), expected, "{again}");
    }
}

#[test]
fn cells_that_are_not_there_are_named_with_their_place() {
    let position = numbers([0.0; 3], [0.0; 3]);
    for (text, said) in [
        ("2*cell(c1)", "character 3 of the formula: this board has no cell \"c1\"; its cells are a3 to b1"),
        ("cells(1 2/3 4)", "the table has 2 rows, and the board has 3"),
        ("cells(1 2/3/5 6)", "row 2 of the table has 1 numbers, and needs 2"),
    ] {
        let error = judge(text, &[]).expect("the formula is well-formed").fits(&position).expect_err(text).to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    for (text, said) in [
        ("cell()", "the name of a cell"),
        ("cell(a1", "is missing after the cells"),
        ("cells(1 x)", "a table has numbers"),
        ("cell", "unknown feature \"cell\""),
    ] {
        let error = judge(text, &[]).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn the_heat_of_a_formula_is_what_its_cells_count() {
    let position = numbers([0.0; 3], [0.0; 3]);
    let heat = |text: &str, side| judge(text, &[]).expect(text).heat(&position, side);
    assert_eq!(heat("apples", Side::First), None);
    let both = heat("apples+2*cells(5 6/7 8/1 20)", Side::First);
    assert_eq!(both, Some(vec![-2.0, 0.0, 0.0, 0.0, 2.0, 40.0]));
    assert_eq!(heat("theirs.cell(a3)", Side::First), Some(vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    assert_eq!(heat("mine.cell(a3)", Side::Second), Some(vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
}

#[test]
fn values_are_those_of_the_same_expressions_in_rust() {
    type Same = fn([f64; 3], [f64; 3]) -> f64;
    let cases: [(&str, Same); 14] = [
        ("apples", |m, t| m[0] - t[0]),
        ("10*apples+b2", |m, t| 10.0 * (m[0] - t[0]) + (m[1] - t[1])),
        ("0.1*apples-0.7*b2+c_c*0.3-5", |m, t| 0.1 * (m[0] - t[0]) - 0.7 * (m[1] - t[1]) + (m[2] - t[2]) * 0.3 - 5.0),
        ("-apples+-0.3*b2", |m, t| -(m[0] - t[0]) + -0.3 * (m[1] - t[1])),
        ("mine.apples/(theirs.apples+1)", |m, t| m[0] / (t[0] + 1.0)),
        ("abs(b2)^1.5", |m, t| (m[1] - t[1]).abs().powf(1.5)),
        ("if(mine.b2>theirs.b2,3*mine.c_c,-theirs.c_c)", |m, t| if m[1] > t[1] { 3.0 * m[2] } else { -t[2] }),
        ("min(mine.apples,theirs.b2,7)*max(apples,0)", |m, t| m[0].min(t[1]).min(7.0) * (m[0] - t[0]).max(0.0)),
        ("(mine.apples==theirs.apples)+(b2!=0)*2", |m, t| {
            f64::from(u8::from(m[0] == t[0])) + f64::from(u8::from(m[1] - t[1] != 0.0)) * 2.0
        }),
        ("(apples<=b2)-(apples>=b2)+(apples<b2)", |m, t| {
            let (a, b) = (m[0] - t[0], m[1] - t[1]);
            f64::from(u8::from(a <= b)) - f64::from(u8::from(a >= b)) + f64::from(u8::from(a < b))
        }),
        ("2^0.5*c_c", |m, t| 2f64.powf(0.5) * (m[2] - t[2])),
        ("5+apples", |m, t| 5.0 + (m[0] - t[0])),
        ("apples-(b2-(c_c-1))", |m, t| (m[0] - t[0]) - ((m[1] - t[1]) - ((m[2] - t[2]) - 1.0))),
        ("if(0,1,2)+if(-0.5,10,20)", |_, _| 12.0),
    ];
    for (mine, theirs) in [([3.0, 1.0, 4.0], [1.0, 5.0, 9.0]), ([2.0, 2.0, 0.5], [2.0, 1.0, 0.0]), ([0.0; 3], [0.0; 3])]
    {
        for (text, same) in cases {
            let found = value(text, &numbers(mine, theirs));
            assert_eq!(found.to_bits(), (same(mine, theirs) + 0.0).to_bits(), "{text}: {found}");
        }
    }
}

#[test]
fn what_has_no_value_is_zero_and_what_is_too_large_stays_finite() {
    let position = numbers([0.0, 1.0, 1e200], [0.0, 2.0, 0.0]);
    for (text, expected) in [
        ("1/apples", 0.0),
        ("apples/apples", 0.0),
        ("b2/apples", 0.0),
        ("b2^0.5", 0.0),
        ("apples^-1", 0.0),
        ("apples^0", 1.0),
        ("c_c*c_c", 1e300),
        ("-c_c*c_c", -1e300),
        ("1e308*1e308", 1e300),
        ("1e308", 1e300),
        ("-1e308", -1e300),
        ("c_c*c_c-c_c*c_c", 0.0),
        ("c_c^99-c_c^99", 0.0),
    ] {
        assert_eq!(value(text, &position).to_bits(), f64::to_bits(expected), "{text}");
    }
}

/// Each error with the character it must point at, counted from 1.
#[test]
fn errors_point_at_the_character() {
    let deep = format!("{}1{}", "(".repeat(64), ")".repeat(64));
    for (text, at, said) in [
        ("aples", 1, "unknown feature \"aples\" (did you mean \"apples\"?); known: apples, b2, c_c"),
        ("1+mine.b3", 8, "unknown feature \"b3\" (did you mean \"b2\"?); known: apples, b2, c_c"),
        ("theirs.zebra", 8, "unknown feature \"zebra\"; known: apples, b2, c_c"),
        ("2*yours.b2", 3, "only mine. and theirs. can precede a feature"),
        ("1+maxi(1,2)", 3, "unknown function \"maxi\" (did you mean \"max\"?); known: abs, min, max, if"),
        ("1+abs(1,2)", 3, "abs takes one argument, abs(x); here it has 2"),
        ("abs()", 1, "abs takes one argument, abs(x); here it has 0"),
        ("min(1)", 1, "min takes two or more arguments; here it has 1"),
        ("3*if(1,2)", 3, "if takes three arguments, if(condition, then, else); here it has 2"),
        ("if(1,2,3,4)", 1, "here it has 4"),
        ("apples/0", 8, "divides by zero"),
        ("1+apples/(2-2)", 11, "divides by zero"),
        ("1/-0", 3, "divides by zero"),
        ("1/abs(0)", 3, "divides by zero"),
        ("apples/min(1,max(0,-3))", 8, "divides by zero"),
        ("b2/if(1>2,1,0*5)", 4, "divides by zero"),
        ("b2/$zero", 4, "divides by zero"),
        (deep.as_str(), 65, "nested more than 64 deep"),
        ("apples ? 2", 8, "unexpected '?'"),
        ("apples b2", 8, "unexpected 'b'"),
        ("1<2<3", 4, "unexpected '<'"),
        ("2*é", 3, "unexpected 'é'; expected a number, a feature or \"(\""),
        ("", 1, "ends too early"),
        ("apples+", 8, "ends too early"),
        ("2*(apples+1", 12, "\")\" is missing to close the parenthesis"),
        ("max(apples,1", 13, "\")\" is missing after the arguments"),
        ("(apples+1))", 11, "unexpected ')'"),
        ("1+.", 3, "\".\" is not a number"),
        ("1+1e999", 3, "\"1e999\" is not a number"),
        ("1+$", 4, "a weight after $"),
        ("mine .b2", 6, "unexpected '.'"),
        ("mine.", 6, "a feature after the point is missing"),
        ("3*$steps", 3, "the weight $steps has no value; give one after the formula, as in {…}:steps=1"),
    ] {
        let zero = if text.contains("$zero") { &[("zero", "0")][..] } else { &[] };
        let error = judge(text, zero).err().unwrap_or_else(|| panic!("{text} is accepted")).to_string();
        assert!(error.contains(said), "{text}: {error}");
        assert!(error.starts_with(&format!("character {at} of the formula: ")), "{text}: {error}");
        let [shown, mark] =
            [1, 2].map(|line| error.lines().nth(line).expect("three lines").chars().collect::<Vec<_>>());
        assert_eq!(mark.last(), Some(&'^'), "{error}");
        assert_eq!(shown.get(mark.len() - 1), text.chars().nth(at - 1).as_ref(), "{error}");
    }
}

#[test]
fn the_mark_of_a_long_formula_stands_under_its_place() {
    let text = format!("{}nothing+{}", "b2+".repeat(100), "b2+".repeat(100));
    let error = judge(&format!("{text}1"), &[]).err().expect("an unknown name").to_string();
    assert!(error.starts_with("character 301 of the formula: unknown feature"), "{error}");
    let lines: Vec<Vec<char>> = error.lines().map(|line| line.chars().collect()).collect();
    assert!(lines[1].len() < 120);
    let under: String = lines[1][lines[2].len() - 1..].iter().take(7).collect();
    assert_eq!(under, "nothing");
}

#[test]
fn unused_weights_are_refused() {
    let error = judge("2*apples+$w", &[("w", "1"), ("corners", "2")]).err().expect("an unused weight").to_string();
    assert_eq!(error, "the formula {2*apples+$w} has no weight $corners");
    assert!(Settings::of_weights(&[("w".into(), "much".into())]).is_err());
    let judge = judge("$w*apples", &[("w", "-0.5")]).expect("a formula");
    assert_eq!(judge.seen_by(&numbers([4.0; 3], [0.0; 3]), Side::First), -2.0);
}

#[test]
fn long_formulas_are_refused_and_the_longest_need_little_room() {
    let sum = |n: usize, part: &str| vec![part; n].join("+");
    assert!(sum(2000, "1").parse::<Expression>().is_ok());
    assert!(sum(2001, "1").parse::<Expression>().unwrap_err().to_string().contains("longer than 4000"));
    // It fits as it is typed, but not as it is written afterwards.
    assert!(sum(1300, ".5").parse::<Expression>().unwrap_err().to_string().contains("longer than 4000"));
    let work = move || {
        let position = numbers([1.0, 2.0, 3.0], [0.0; 3]);
        assert_eq!(value(&sum(500, "apples"), &position), 500.0);
        assert_eq!(value(&sum(1300, "b2"), &position), 2600.0);
        assert_eq!(value(&vec!["b2"; 1300].join("*"), &position), 1e300);
        assert!(judge(&vec!["b2"; 1300].join("-(-"), &[]).is_err());
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(work).expect("a thread").join().expect("enough room");
}

/// Right operands that must wait for their left ones fill the stack; what does not fit is refused, not cut.
#[test]
fn what_waits_must_fit() {
    let nested = |n: usize| format!("{}b2{}", "b2-(".repeat(n), ")".repeat(n));
    let position = numbers([0.0, 1.0, 0.0], [0.0; 3]);
    assert_eq!(value(&nested(31), &position), 0.0);
    assert_eq!(value(&nested(32), &position), 1.0);
    assert!(judge(&nested(33), &[]).err().expect("too deep").to_string().contains("too deeply nested"));
}

#[test]
fn shares_add_up_to_the_value() {
    let position = numbers([3.0, 1.0, 4.0], [1.0, 5.0, 9.0]);
    for (text, parts) in [
        ("2*apples-b2*0.5+7", vec![("apples", 2.0), ("b2", -0.5), ("7", 1.0)]),
        ("-(apples-3*4*b2)", vec![("apples", -1.0), ("b2", 12.0)]),
        ("mine.b2/2+max(b2,0)", vec![("mine.b2/2", 1.0), ("max(b2,0)", 1.0)]),
    ] {
        let terms = judge(text, &[]).expect(text).terms(&position, Side::First);
        let named: Vec<(&str, f64)> = terms.iter().map(|term| (term.name.as_str(), term.weight)).collect();
        assert_eq!(named, parts);
        let sum: f64 = terms.iter().map(|term| term.weight * term.value).sum();
        assert_eq!(sum, value(text, &position), "{text}");
    }
}

fn any_node() -> impl Strategy<Value = Node> {
    let node = |kind| Node { at: 0, kind };
    let number = prop::sample::select(vec![0.0, 0.5, 1.0, 2.0, 3.25, 1e-9, 1e16, 1e299, 1e308, 5e-324]);
    let name = prop::sample::select(vec!["apples", "b2", "c_c"]);
    let view = prop::sample::select(vec![View::Mine, View::Theirs, View::Difference, View::Difference]);
    let leaf = prop_oneof![
        number.prop_map(move |number| node(Kind::Number(number))),
        Just(node(Kind::Weight("w".to_owned()))),
        (view, name).prop_map(move |(view, name)| node(Kind::Feature(view, name.to_owned()))),
    ];
    let operators = [
        (3, Operator::Plus),
        (3, Operator::Minus),
        (3, Operator::Times),
        (2, Operator::Over),
        (2, Operator::Power),
        (1, Operator::Less),
        (1, Operator::LessOrEqual),
        (1, Operator::Greater),
        (1, Operator::GreaterOrEqual),
        (1, Operator::Equal),
        (1, Operator::Unequal),
    ];
    let operators: Vec<Operator> = operators.iter().flat_map(|&(n, operator)| vec![operator; n]).collect();
    leaf.prop_recursive(5, 40, 3, move |inner| {
        let list = |least, most| prop::collection::vec(inner.clone(), least..=most);
        prop_oneof![
            1 => inner.clone().prop_map(move |inner| node(Kind::Negated(Box::new(inner)))),
            6 => (prop::sample::select(operators.clone()), inner.clone(), inner.clone())
                .prop_map(move |(operator, left, right)| node(Kind::Pair(operator, Box::new(left), Box::new(right)))),
            1 => list(1, 1).prop_map(move |arguments| node(Kind::Call(Function::Abs, arguments))),
            1 => list(2, 4).prop_map(move |arguments| node(Kind::Call(Function::Min, arguments))),
            1 => list(2, 4).prop_map(move |arguments| node(Kind::Call(Function::Max, arguments))),
            1 => list(3, 3).prop_map(move |arguments| node(Kind::Call(Function::If, arguments))),
        ]
    })
}

/// Numbers as games count them.
fn counts() -> impl Strategy<Value = Numbers> {
    let count = prop_oneof![3 => (-20..20i32).prop_map(f64::from), 1 => -1e6..1e6f64];
    let side = || [count.clone(), count.clone(), count.clone()];
    (side(), side()).prop_map(|(mine, theirs)| numbers(mine, theirs))
}

fn compiled(text: &str) -> Result<Box<dyn Judge<Numbers>>, BadInput> {
    judge(text, if text.contains("$w") { &[("w", "2.5")] } else { &[] })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn canonical_text_reads_as_the_same_formula(node in any_node()) {
        let text = node.to_string();
        let formula: Expression = text.parse().map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(shape(&formula.root), shape(&node), "{}", text);
        prop_assert_eq!(formula.to_string(), text);
    }

    #[test]
    fn compiled_formulas_are_the_slow_evaluator_bit_for_bit(
        node in any_node(),
        positions in prop::collection::vec(counts(), 3),
    ) {
        let text = node.to_string();
        match compiled(&text) {
            Err(error) => {
                prop_assert!(divides_by_zero(&node), "{}: {}", text, error);
                prop_assert!(error.to_string().contains("this divides by zero"), "{}: {}", text, error);
            }
            Ok(judge) => {
                prop_assert!(!divides_by_zero(&node), "{}", text);
                for (position, side) in positions.iter().flat_map(|position| Side::BOTH.map(|side| (position, side))) {
                    let (fast, slow) = (judge.seen_by(position, side), slow(&node, position, side) + 0.0);
                    prop_assert_eq!(fast.to_bits(), slow.to_bits(), "{}: {} {}", text, fast, slow);
                }
            }
        }
    }

    #[test]
    fn values_are_finite_whatever_is_measured(
        node in any_node(),
        bits in any::<[[u64; 3]; 2]>(),
        odd in any::<[[u8; 3]; 2]>(),
    ) {
        const ODD: [f64; 7] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, f64::MAX, f64::MIN];
        let mut position = Numbers(bits);
        for (side, feature) in [(0, 0), (0, 1), (1, 1), (1, 2)] {
            if let Some(odd) = ODD.get(usize::from(odd[side][feature] % 10)) {
                position.0[side][feature] = odd.to_bits();
            }
        }
        if let Ok(judge) = compiled(&node.to_string()) {
            let value = judge.seen_by(&position, Side::First);
            prop_assert!(value.is_finite(), "{} gives {}", node, value);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), tokens in prop::collection::vec(any_token(), 0..40)) {
        for text in [text, tokens.concat()] {
            if let Ok(judge) = judge(&text, &[]) {
                prop_assert!(judge.seen_by(&numbers([1.0; 3], [0.0; 3]), Side::Second).is_finite());
            }
        }
    }
}

/// Pieces of formulas, so that arbitrary texts get beyond the first character.
fn any_token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "apples", "b2", "mine.", "theirs.", "(", ")", "(", ")", ",", "+", "-", "*", "/", "^", "<", "<=", "==", "!=",
        "=", "if(", "min(", "abs(", "1", "0", ".5", "1e", "e9", "$", "$w", " ", "\n", "é", "}",
    ])
}
