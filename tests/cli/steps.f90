! Calls the module that mw export wrote for the sequence of tests/cli/loaded_test.cpp, on arrays in
! files of this folder, and says what it refuses.
program call_steps
  use, intrinsic :: iso_c_binding
  use mw_steps, only: steps, steps_end
  implicit none

  real(c_double), allocatable, target :: theta(:,:), theta_new(:,:), kappa(:,:), lap(:,:)
  real(c_double), allocatable, target :: geofac_div(:,:), wide(:,:), turned(:,:)
  real(c_double), allocatable, target :: inv_dual_edge_length(:), inv_area(:)
  integer(c_int32_t), allocatable, target :: c2e(:,:), e2c(:,:), c2e2c(:,:)
  integer :: status
  character(len=:), allocatable :: message

  call read_all()
  call run(theta, lap)
  call write_real('lap', lap)
  call write_real('theta', theta)
  call write_real('theta_new', theta_new)

  ! Rows with gaps between them, where they lie.
  call read_all()
  allocate (wide(size(theta, 1) + 8, size(theta, 2)))
  wide = -1
  wide(3:size(theta, 1) + 2, :) = theta
  call run(wide(3:size(theta, 1) + 2, :), lap)
  call write_real('wide_lap', lap)
  call write_real('wide_theta', wide(3:size(theta, 1) + 2, :))
  if (any(wide(:2, :) /= -1) .or. any(wide(size(theta, 1) + 3:, :) /= -1)) error stop 'beside'

  turned = transpose(theta)
  call refused(turned, lap)                           ! the other order of dimensions
  call refused(wide(1:2 * (size(wide, 1) / 2):2, :), lap) ! gaps between neighbours
  call refused(theta, lap(:size(lap, 1) - 1, :))      ! too small
  call steps_end()

contains

  subroutine run(one, two)
    real(c_double), intent(inout) :: one(:,:), two(:,:)
    call steps(geofac_div=geofac_div, gt_conn_C2E=c2e, gt_conn_C2E2C=c2e2c, gt_conn_E2C=e2c, &
               inv_area=inv_area, inv_dual_edge_length=inv_dual_edge_length, kappa=kappa, &
               lap=two, theta=one, theta_new=theta_new, dt=0.1_c_double, &
               horizontal_start=0, horizontal_end=96, vertical_start=0, vertical_end=10, &
               status=status, message=message)
    if (status /= 0) print '(a)', message
  end subroutine

  subroutine refused(one, two)
    real(c_double), intent(inout) :: one(:,:), two(:,:)
    call run(one, two)
    if (status == 0) error stop 'was not refused'
  end subroutine

  subroutine read_all()
    call read_real('theta', theta)
    call read_real('theta_new', theta_new)
    call read_real('kappa', kappa)
    call read_real('lap', lap)
    call read_real('geofac_div', geofac_div)
    call read_column('inv_dual_edge_length', inv_dual_edge_length)
    call read_column('inv_area', inv_area)
    call read_integer('gt_conn_C2E', c2e)
    call read_integer('gt_conn_E2C', e2c)
    call read_integer('gt_conn_C2E2C', c2e2c)
  end subroutine

  ! Files: two extents, then the elements.
  subroutine open_file(name, unit, extents)
    character(len=*), intent(in) :: name
    integer, intent(out) :: unit
    integer(c_int64_t), intent(out) :: extents(2)
    open (newunit=unit, file=name // '.raw', access='stream', form='unformatted', status='old')
    read (unit) extents
  end subroutine

  subroutine read_real(name, array)
    character(len=*), intent(in) :: name
    real(c_double), allocatable, intent(out) :: array(:,:)
    integer(c_int64_t) :: extents(2)
    integer :: unit
    call open_file(name, unit, extents)
    allocate (array(extents(1), extents(2)))
    read (unit) array
    close (unit)
  end subroutine

  subroutine read_integer(name, array)
    character(len=*), intent(in) :: name
    integer(c_int32_t), allocatable, intent(out) :: array(:,:)
    integer(c_int64_t) :: extents(2)
    integer :: unit
    call open_file(name, unit, extents)
    allocate (array(extents(1), extents(2)))
    read (unit) array
    close (unit)
  end subroutine

  subroutine read_column(name, array)
    character(len=*), intent(in) :: name
    real(c_double), allocatable, intent(out) :: array(:)
    real(c_double), allocatable :: both(:,:)
    call read_real(name, both)
    array = both(:, 1)
  end subroutine

  subroutine write_real(name, array)
    character(len=*), intent(in) :: name
    real(c_double), intent(in) :: array(:,:)
    integer :: unit
    open (newunit=unit, file=name // '.out', access='stream', form='unformatted', status='replace')
    write (unit) array
    close (unit)
  end subroutine

end program call_steps
